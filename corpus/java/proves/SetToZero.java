// Clearing an array of arrays whose rows have lengths of their own (Janota, figures 1 and 5):
// no null reference, no index out of bounds.
class SetToZero {
  //@ requires (\forall int x; 0 <= x && x < a.length; a[x] != null);
  static void setToZero(int[][] a) {
    //@ loop_predicate i >= 0;
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate j >= 0;
      for (int j = 0; j < a[i].length; j++) {
        a[i][j] = 0;
      }
    }
  }
}
