/** Coins for an amount. */
class EverydayChange {
  //@ requires cents >= 0;
  //@ ensures 0 <= \result && \result < 5;
  static int small(int cents) {
    int rest = cents;
    rest %= 50;
    rest %= 10;
    return rest % 5;
  }
}
