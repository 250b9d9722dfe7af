// The enhanced `for` over rows that may be empty (twin of ForEach).
class ForEachRow {
  //@ requires \nonnullelements(a);
  static void clearFirst(int[][] a) {
    for (int[] row : a) {
      row[0] = 0;  // FAILS
    }
  }
}
