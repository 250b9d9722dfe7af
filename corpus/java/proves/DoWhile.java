// Loops with the test at the end: clearing, and reading at least once.
class DoWhile {
  //@ requires a.length > 0;
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == 0);
  static void clear(int[] a) {
    int i = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, i < a.length, 0 <= k, k < i, a[k] == 0;
    do {
      a[i] = 0;
      i++;
    } while (i < a.length);
  }

  //@ requires a.length > 0;
  //@ ensures 0 <= \result && \result < a.length;
  static int last(byte[] a) {
    int i = -1;
    //@ loop_predicate -1 <= i, i < a.length - 1;
    do {
      i++;
    } while (i < a.length - 1 && a[i] != 0);
    return i;
  }
}
