// The arithmetic shift keeps the sign (twin of Bits).
class BitsShift {
  //@ ensures 0 <= \result && \result <= 15;  // FAILS
  static int high(int x) {
    return x >> 28;
  }
}
