// A sum of bytes is said not to be negative (twin of Sums).
class SumsSigned {
  //@ requires a.length <= 1000;
  //@ ensures 0 <= \result;  // FAILS
  static int total(byte[] a) {
    int s = 0;
    //@ loop_predicate 0 <= i, i <= a.length, -128 * i <= s, s <= 127 * i;
    for (int i = 0; i < a.length; i++) {
      s += a[i];
    }
    return s;
  }
}
