/** A discount for what is very dear. */
class EverydayDiscountOverflow {
  //@ requires 0 <= cents && cents <= 100_000_000 && 0 <= percent && percent <= 100;
  //@ ensures 0 <= \result && \result <= cents; // FAILS
  static int reduced(int cents, int percent) {
    return cents - cents * percent / 100;
  }
}
