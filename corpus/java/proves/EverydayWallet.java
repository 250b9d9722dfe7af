/** Money that is paid in and out. */
class EverydayWallet {
  private int cents;
  //@ private invariant 0 <= cents && cents <= 1_000_000;

  //@ ensures \result <==> 0 <= amount && amount <= 1_000_000 - \old(cents);
  boolean deposit(int amount) {
    if (amount < 0 || amount > 1_000_000 - cents) {
      return false;
    }
    cents += amount;
    return true;
  }

  boolean withdraw(int amount) {
    if (amount < 0 || amount > cents) {
      return false;
    }
    cents -= amount;
    return true;
  }

  //@ ensures \result.length() >= 4;
  String shown() {
    int rest = cents % 100;
    return cents / 100 + "." + (rest < 10 ? "0" : "") + rest;
  }
}
