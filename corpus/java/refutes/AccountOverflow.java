// The account takes more than an int can hold (twin of Account).
class AccountOverflow {
  int balance;

  //@ requires 0 <= balance && 0 <= amount;
  //@ ensures balance == \old(balance) + amount;  // FAILS
  void deposit(int amount) {
    balance += amount;
  }
}
