// Dropping repetitions that compares with the wrong neighbour (twin of Dedupe).
class DedupeNeighbour {
  //@ requires a.length > 0;
  static int dedupe(int[] a) {
    int n = 1;
    //@ loop_predicate 1 <= n, n <= i;
    for (int i = 1; i < a.length; i++) {
      if (a[i] != a[i + 1]) {  // FAILS
        a[n] = a[i];
        n++;
      }
    }
    return n;
  }
}
