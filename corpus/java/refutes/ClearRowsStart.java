// Clearing that leaves the first column (twin of ClearRows).
class ClearRowsStart {
  //@ requires \nonnullelements(a);
  //@ ensures (\forall int r; 0 <= r && r < a.length; a[r].length == 0 || a[r][0] == 0);  // FAILS
  static void clear(int[][] a) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate 1 <= j;
      for (int j = 1; j < a[i].length; j++) {
        a[i][j] = 0;
      }
    }
  }
}
