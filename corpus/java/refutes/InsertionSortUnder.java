// Insertion sort that looks below the first element (twin of InsertionSort).
class InsertionSortUnder {
  static void sort(int[] a) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      int key = a[i];
      int j = i;
      //@ loop_predicate 0 <= j, j <= i;
      while (j >= 0 && a[j - 1] > key) {  // FAILS
        a[j] = a[j - 1];
        j--;
      }
      a[j] = key;
    }
  }
}
