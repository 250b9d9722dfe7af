// A loop with the test at the end over an array that may be empty (twin of DoWhile).
class DoWhileEmpty {
  static void clear(int[] a) {
    int i = 0;
    //@ loop_predicate 0 <= i, i < a.length;
    do {
      a[i] = 0;  // FAILS
      i++;
    } while (i < a.length);
  }
}
