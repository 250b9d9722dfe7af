// The greatest common divisor by subtraction: it stays within bounds.
class Gcd {
  //@ requires 0 < a && 0 < b;
  //@ ensures 0 < \result && \result <= a && \result <= b;
  static int gcd(int a, int b) {
    int x = a;
    int y = b;
    //@ loop_predicate 0 < x, x <= a, 0 < y, y <= b;
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
