// `find` flags only positive elements, but stops at negative ones too (twin of FindSpot).
class FindSpotSign {
  //@ requires a.length == b.length;
  //@ ensures \result == a.length || b[\result];  // FAILS
  static int find(int[] a, boolean[] b) {
    int spot = a.length;
    //@ loop_predicate 0 <= i, spot == a.length, b[spot], spot < i;
    for (int i = 0; i < a.length; i++) {
      if (spot == a.length && a[i] != 0) {
        spot = i;
      }
      b[i] = a[i] > 0;
    }
    return spot;
  }
}
