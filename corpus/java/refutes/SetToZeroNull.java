// `setToZero` without the precondition that there are rows (twin of SetToZero).
class SetToZeroNull {
  static void setToZero(int[][] a) {
    //@ loop_predicate i >= 0;
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate j >= 0;
      for (int j = 0; j < a[i].length; j++) {  // FAILS
        a[i][j] = 0;
      }
    }
  }
}
