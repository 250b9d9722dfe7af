// A mean over a number of elements that may be zero (twin of Division).
class DivisionZero {
  //@ requires 0 <= n && 0 <= sum;
  static int mean(int sum, int n) {
    return sum / n;  // FAILS
  }
}
