// The middle of two numbers and the mean of two positive ones, without overflow.
class Midpoint {
  //@ requires 0 <= lo && lo <= hi;
  //@ ensures lo <= \result && \result <= hi;
  static int middle(int lo, int hi) {
    return lo + (hi - lo) / 2;
  }

  //@ requires 0 <= x && 0 <= y;
  //@ ensures 2 * \result == x + y || 2 * \result + 1 == x + y;
  static int mean(int x, int y) {
    return (int) (((long) x + y) / 2);
  }

  //@ requires 0 <= x && 0 <= y;
  //@ ensures 2 * \result == x + y || 2 * \result + 1 == x + y;
  static int shifted(int x, int y) {
    return (x + y) >>> 1;
  }
}
