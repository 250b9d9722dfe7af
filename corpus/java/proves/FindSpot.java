// The first non-zero element (Flanagan & Qadeer, figure 1), first postcondition only, with the
// three predicates of the paper and the invariant that the bounds need.
class FindSpot {
  //@ requires a.length == b.length;
  //@ ensures \result == a.length || b[\result];
  static int find(int[] a, boolean[] b) {
    int spot = a.length;
    /*@ loop_invariant 0 <= i;
      @ loop_predicate spot == a.length, b[spot], spot < i;
      @*/
    for (int i = 0; i < a.length; i++) {
      if (spot == a.length && a[i] != 0) {
        spot = i;
      }
      b[i] = (a[i] != 0);
    }
    return spot;
  }
}
