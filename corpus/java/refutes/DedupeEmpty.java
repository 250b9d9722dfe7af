// Dropping repetitions from an array that may be empty (twin of Dedupe): the result counts an
// element that is not there.
class DedupeEmpty {
  //@ ensures 1 <= \result;
  //@ ensures \result <= a.length;  // FAILS
  static int dedupe(int[] a) {
    int n = 1;
    //@ loop_predicate 1 <= n, n <= i, n <= a.length;
    for (int i = 1; i < a.length; i++) {
      if (a[i] != a[n - 1]) {
        a[n] = a[i];
        n++;
      }
    }
    return n;
  }
}
