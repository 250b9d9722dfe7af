// The middle of two numbers by way of their sum, which may overflow (twin of Midpoint).
class MidpointOverflow {
  //@ requires 0 <= lo && lo <= hi;
  //@ ensures lo <= \result && \result <= hi;  // FAILS
  static int middle(int lo, int hi) {
    return (lo + hi) / 2;
  }
}
