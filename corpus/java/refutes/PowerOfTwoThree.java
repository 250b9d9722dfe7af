// Powers of three leave greater gaps (twin of PowerOfTwo).
class PowerOfTwoThree {
  //@ requires 1 <= n && n <= 100;
  //@ ensures n <= \result;
  //@ ensures \result < 2 * n;  // FAILS
  static int above(int n) {
    int p = 1;
    //@ loop_predicate 1 <= p, p < 3 * n;
    while (p < n) {
      p *= 3;
    }
    return p;
  }
}
