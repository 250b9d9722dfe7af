// Division by a constant by subtraction, and remainders that are never negative.
class Division {
  //@ requires 0 <= n;
  //@ ensures \result == n / 7;
  static int seventh(int n) {
    int q = 0;
    int r = n;
    //@ loop_predicate 0 <= q, 0 <= r, n == 7 * q + r;
    while (r >= 7) {
      r -= 7;
      q++;
    }
    return q;
  }

  //@ requires 0 < m;
  //@ ensures 0 <= \result && \result < m;
  static int mod(int x, int m) {
    int r = x % m;
    return r < 0 ? r + m : r;
  }

  //@ ensures 0 <= \result && \result <= sum;
  static int mean(int sum, int n) {
    //@ assume 0 <= sum && 0 < n;
    return sum / n;
  }

  //@ ensures 0 <= hour && hour < 24 ==> 0 <= \result && \result < 24;
  static int later(int hour) {
    return (hour + 1) % 24;
  }
}
