// `setToZero` takes every row to be as long as there are rows (twin of SetToZero).
class SetToZeroSquare {
  //@ requires (\forall int x; 0 <= x && x < a.length; a[x] != null);
  static void setToZero(int[][] a) {
    //@ loop_predicate i >= 0;
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate j >= 0;
      for (int j = 0; j < a.length; j++) {
        a[i][j] = 0;  // FAILS
      }
    }
  }
}
