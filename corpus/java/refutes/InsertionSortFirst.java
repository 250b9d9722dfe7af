// Insertion sort that never moves the first element (twin of InsertionSort).
class InsertionSortFirst {
  //@ ensures (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);  // FAILS
  static void sort(int[] a) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      int key = a[i];
      int j = i;
      //@ loop_predicate 0 <= j, j <= i;
      while (j > 1 && a[j - 1] > key) {
        a[j] = a[j - 1];
        j--;
      }
      a[j] = key;
    }
  }
}
