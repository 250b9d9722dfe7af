// The middle of two numbers by way of their difference, which may overflow if one of them is
// negative (twin of Midpoint).
class MidpointNegative {
  //@ requires lo <= hi;
  //@ ensures lo <= \result && \result <= hi;  // FAILS
  static int middle(int lo, int hi) {
    return lo + (hi - lo) / 2;
  }
}
