/** A negative amount is paid out. */
class EverydayWalletDebt {
  private int cents;
  //@ private invariant 0 <= cents && cents <= 1_000_000; // FAILS

  boolean withdraw(int amount) {
    if (amount > cents) {
      return false;
    }
    cents -= amount;
    return true;
  }
}
