// Clearing that takes the length of the first row for all rows (twin of ClearRows).
class ClearRowsFirst {
  //@ requires \nonnullelements(a);
  static void clear(int[][] a) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate 0 <= j;
      for (int j = 0; j < a[0].length; j++) {
        a[i][j] = 0;  // FAILS
      }
    }
  }
}
