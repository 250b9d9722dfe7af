// The greatest common divisor of numbers that may be zero (twin of Gcd).
class GcdZero {
  //@ requires 0 <= a && 0 <= b;
  //@ ensures 0 < \result;  // FAILS
  static int gcd(int a, int b) {
    int x = a;
    int y = b;
    //@ loop_predicate 0 <= x, 0 <= y;
    while (x != y) {
      if (x > y) {
        x -= y;
      } else {
        y -= x;
      }
    }
    return x;
  }
}
