// The enhanced `for` over arrays of numbers, of rows and of objects.
class ForEach {
  //@ ensures 0 <= \result;
  static int max(int[] a) {
    int max = 0;
    //@ loop_predicate 0 <= max;
    for (int x : a) {
      if (x > max) max = x;
    }
    return max;
  }

  //@ requires \nonnullelements(a);
  static void clearFirst(int[][] a) {
    for (int[] row : a) {
      if (row.length > 0) {
        row[0] = 0;
      }
    }
  }

  //@ ensures 0 <= \result;
  static long lengths(String[] words) {
    long n = 0;
    //@ loop_predicate 0 <= n;
    for (String w : words) {
      if (w == null || n > 900000000000L) continue;
      n += w.length();
    }
    return n;
  }
}
