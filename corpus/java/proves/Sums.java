// Sums of elements whose range is known: no overflow, and running totals that do not sink.
class Sums {
  //@ requires a.length <= 1000;
  //@ ensures -128000 <= \result && \result <= 127000;
  static int total(byte[] a) {
    int s = 0;
    //@ loop_predicate 0 <= i, i <= a.length, -128 * i <= s, s <= 127 * i;
    for (int i = 0; i < a.length; i++) {
      s += a[i];
    }
    return s;
  }

  //@ requires sums.length == a.length && a.length <= 30000;
  //@ ensures (\forall int k; 0 < k && k < a.length; sums[k] == sums[k - 1] + a[k]);
  static void prefix(char[] a, int[] sums) {
    int s = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= s, s <= 65535 * i;
    //@ loop_predicate i == 0, s == sums[i - 1], 0 < k, k < i, sums[k] == sums[k - 1] + a[k];
    for (int i = 0; i < a.length; i++) {
      s += a[i];
      sums[i] = s;
    }
  }
}
