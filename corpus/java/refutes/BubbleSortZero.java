// Bubble sort whose passes begin with the first element and look to its left (twin of
// BubbleSort).
class BubbleSortZero {
  static void sort(int[] a) {
    int n = a.length;
    //@ loop_predicate n <= a.length;
    while (n > 1) {
      int i = 0;
      //@ loop_predicate 0 <= i;
      while (i < n) {
        if (a[i - 1] > a[i]) {  // FAILS
          int t = a[i - 1];
          a[i - 1] = a[i];
          a[i] = t;
        }
        i++;
      }
      n--;
    }
  }
}
