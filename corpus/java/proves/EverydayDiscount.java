/** Prices with a discount, in cents. */
class EverydayDiscount {
  //@ requires 0 <= cents && cents <= 10_000_000 && 0 <= percent && percent <= 100;
  //@ ensures 0 <= \result && \result <= cents;
  static int reduced(int cents, int percent) {
    return cents - cents * percent / 100;
  }

  //@ requires 0 <= cents && cents <= 10_000_000;
  //@ ensures \result >= cents;
  static int withTax(int cents) {
    return cents + (cents * 19 + 50) / 100;
  }
}
