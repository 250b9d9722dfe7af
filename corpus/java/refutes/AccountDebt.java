// The account pays out whatever is asked for (twin of Account).
class AccountDebt {
  int balance;
  //@ invariant 0 <= balance;  // FAILS

  //@ requires 0 <= amount;
  void withdraw(int amount) {
    balance -= amount;
  }
}
