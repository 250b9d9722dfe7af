// Selection sort that looks for the least element from the start of the array every time (twin
// of SelectionSort).
class SelectionSortFirst {
  //@ ensures (\forall int x; 0 < x && x < a.length; a[x - 1] <= a[x]);  // FAILS
  static void sort(int[] a) {
    int i = 0;
    //@ skolem_constant int x, y;
    //@ loop_predicate 0 <= i, 0 <= x, x < i, x < y, y < a.length, a[x] <= a[y];
    while (i < a.length) {
      int minIndex = i;
      int j = 0;
      //@ loop_predicate 0 <= j, i <= minIndex, 0 <= minIndex, minIndex < a.length;
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
