/** What is left for small coins, counted too early. */
class EverydayChangeOver {
  //@ requires cents >= 0;
  //@ ensures 0 <= \result && \result < 5; // FAILS
  static int small(int cents) {
    int rest = cents;
    rest %= 50;
    rest %= 10;
    return rest;
  }
}
