// The least power of two that is not below a number.
class PowerOfTwo {
  //@ requires 1 <= n && n <= 1073741824;
  //@ ensures n <= \result && \result < 2 * n;
  static int above(int n) {
    int p = 1;
    //@ loop_predicate 1 <= p, p < 2 * n;
    while (p < n) {
      p *= 2;
    }
    return p;
  }
}
