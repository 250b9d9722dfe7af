// Bubble sort that gives up after one pass (twin of BubbleSort).
class BubbleSortOnce {
  //@ ensures (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);  // FAILS
  static void sort(int[] a) {
    int i = 1;
    //@ loop_predicate 1 <= i;
    while (i < a.length) {
      if (a[i - 1] > a[i]) {
        int t = a[i - 1];
        a[i - 1] = a[i];
        a[i] = t;
      }
      i++;
    }
  }
}
