// Labelled `break` and `continue`: a pair of equal elements, and rows without a zero.
class Labels {
  //@ ensures \result == -1 || 0 <= \result && \result < a.length;
  static int pair(int[] a) {
    int found = -1;
    //@ loop_predicate 0 <= i, found == -1;
    outer:
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate i < j, found == -1;
      for (int j = i + 1; j < a.length; j++) {
        if (a[i] == a[j]) {
          found = i;
          break outer;
        }
      }
    }
    return found;
  }

  //@ requires \nonnullelements(a);
  //@ ensures 0 <= \result && \result <= a.length;
  static int full(int[][] a) {
    int n = 0;
    rows:
    //@ loop_predicate 0 <= i, 0 <= n, n <= i, i <= a.length;
    for (int i = 0; i < a.length; i++) {
      for (int x : a[i]) {
        if (x == 0) continue rows;
      }
      n++;
    }
    return n;
  }
}
