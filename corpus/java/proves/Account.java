// A bank account that is never overdrawn.
class Account {
  private /*@ spec_public @*/ int balance;
  //@ public invariant 0 <= balance;

  //@ ensures balance == 0;
  Account() {
  }

  //@ requires 0 <= amount && balance + amount <= Integer.MAX_VALUE;
  //@ ensures balance == \old(balance) + amount;
  //@ assignable balance;
  void deposit(int amount) {
    balance += amount;
  }

  //@ requires 0 <= amount;
  //@ ensures \result <==> amount <= \old(balance);
  //@ ensures \result ? balance == \old(balance) - amount : balance == \old(balance);
  //@ assignable balance;
  boolean withdraw(int amount) {
    if (amount > balance) {
      return false;
    }
    balance -= amount;
    return true;
  }

  //@ ensures \result == balance;
  /*@ pure @*/ int balance() {
    return balance;
  }

  static int use() {
    Account a = new Account();
    a.deposit(50);
    boolean yes = a.withdraw(20);
    //@ assert yes && a.balance == 30;
    return a.balance();
  }
}
