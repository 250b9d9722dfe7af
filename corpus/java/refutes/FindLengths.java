// `find` without the precondition that the arrays are equally long (twin of Find).
class FindLengths {
  //@ ensures \result == a.length || b[\result];
  static int find(int[] a, boolean[] b) {
    int spot = a.length;
    //@ loop_predicate 0 <= i, spot == a.length, b[spot], spot < i;
    for (int i = 0; i < a.length; i++) {
      if (spot == a.length && a[i] != 0) {
        spot = i;
      }
      b[i] = a[i] != 0;  // FAILS
    }
    return spot;
  }
}
