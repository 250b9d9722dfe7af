// The first non-zero element, with the flags of all of them (Flanagan & Qadeer, figure 1),
// and both postconditions of section 2.
class Find {
  //@ requires a.length == b.length;
  //@ ensures \result == a.length || b[\result];
  //@ ensures (\forall int j; 0 <= j && j < \result; !b[j]);
  static int find(int[] a, boolean[] b) {
    int spot = a.length;
    //@ skolem_constant int j;
    //@ loop_predicate 0 <= i, spot == a.length, b[spot], spot < i;
    //@ loop_predicate 0 <= j, j < i, j < spot, b[j];
    for (int i = 0; i < a.length; i++) {
      if (spot == a.length && a[i] != 0) {
        spot = i;
      }
      b[i] = a[i] != 0;
    }
    return spot;
  }
}
