// Fibonacci numbers up to a limit, with the test one step behind (twin of Fibonacci).
class FibonacciLimit {
  //@ requires 1 <= limit && limit <= 1000;
  //@ ensures \result <= limit;  // FAILS
  static int largest(int limit) {
    int a = 0;
    int b = 1;
    //@ loop_predicate 0 <= a, 1 <= b, a <= limit;
    while (b < limit) {
      int c = a + b;
      a = b;
      b = c;
    }
    return b;
  }
}
