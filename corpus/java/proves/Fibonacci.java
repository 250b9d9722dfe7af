// Fibonacci numbers: those up to a limit, and those with three digits kept.
class Fibonacci {
  //@ requires 1 <= limit;
  //@ ensures 1 <= \result && \result <= limit;
  static int largest(int limit) {
    int a = 0;
    int b = 1;
    //@ loop_predicate 0 <= a, 1 <= b, b <= limit;
    while (a <= limit - b) {
      int c = a + b;
      a = b;
      b = c;
    }
    return b;
  }

  //@ ensures 0 <= \result && \result < 1000;
  static int digits(int n) {
    int a = 0;
    int b = 1;
    //@ loop_predicate 0 <= a, a < 1000, 0 <= b, b < 1000;
    for (int i = 0; i < n; i++) {
      int c = (a + b) % 1000;
      a = b;
      b = c;
    }
    return a;
  }
}
