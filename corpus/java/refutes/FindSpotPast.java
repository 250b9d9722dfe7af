// `find` looks one element too far (twin of FindSpot).
class FindSpotPast {
  //@ requires a.length == b.length;
  //@ ensures \result == a.length || b[\result];
  static int find(int[] a, boolean[] b) {
    int spot = a.length;
    //@ loop_predicate 0 <= i, spot == a.length, b[spot], spot < i;
    for (int i = 0; i <= a.length; i++) {
      boolean set = a[i] != 0;  // FAILS
      if (spot == a.length && set) {
        spot = i;
      }
      b[i] = set;
    }
    return spot;
  }
}
