// Selection sort that loses an element in the swap and puts another one twice (twin of
// SelectionSort): the sum of two elements changes.
class SelectionSortLost {
  //@ requires a.length == 2;
  //@ ensures (\forall int x; 0 < x && x < a.length; a[x - 1] <= a[x]);
  //@ ensures a[0] + a[1] == \old(a[0] + a[1]);  // FAILS
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
      a[i] = a[minIndex];
      a[minIndex] = a[i];
      i++;
    }
  }
}
