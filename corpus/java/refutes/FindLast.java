// `find` forgets to ask whether a spot was found (twin of Find): it returns the last one.
class FindLast {
  //@ requires a.length == b.length;
  //@ ensures \result == a.length || b[\result];
  //@ ensures (\forall int j; 0 <= j && j < \result; !b[j]);  // FAILS
  static int find(int[] a, boolean[] b) {
    int spot = a.length;
    //@ skolem_constant int j;
    //@ loop_predicate 0 <= i, spot == a.length, b[spot], spot < i;
    //@ loop_predicate 0 <= j, j < i, j < spot, b[j];
    for (int i = 0; i < a.length; i++) {
      if (a[i] != 0) {
        spot = i;
      }
      b[i] = a[i] != 0;
    }
    return spot;
  }
}
