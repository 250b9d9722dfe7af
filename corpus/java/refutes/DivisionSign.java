// The remainder of a negative number is negative (twin of Division).
class DivisionSign {
  //@ requires 0 < m;
  //@ ensures 0 <= \result && \result < m;  // FAILS
  static int mod(int x, int m) {
    return x % m;
  }
}
