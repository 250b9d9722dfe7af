// Selection sort by the index of the least element (Weiß, figure 6.1, without the variables for
// the loop conditions): neighbours are in order.
class SelectionSort {
  //@ ensures (\forall int x; 0 < x && x < a.length; a[x - 1] <= a[x]);
  static void sort(int[] a) {
    int i = 0;
    //@ skolem_constant int x, y;
    //@ loop_predicate 0 <= i, 0 <= x, x < i, x < y, y < a.length, a[x] <= a[y];
    while (i < a.length) {
      int minIndex = i;
      int j = i + 1;
      //@ skolem_constant int z;
      //@ loop_predicate i <= minIndex, minIndex < j, j <= a.length;
      //@ loop_predicate i <= z, z < j, a[minIndex] <= a[z];
      while (j < a.length) {
        if (a[j] < a[minIndex]) minIndex = j;
        j++;
      }
      int temp = a[i];
      a[i] = a[minIndex];
      a[minIndex] = temp;
      i++;
    }
  }
}
