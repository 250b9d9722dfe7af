// The copy is taken for the account itself (twin of account.c).
struct account {
  int number;
  int balance;
};

static void set_balance(struct account a, int balance)
{
  a.balance = balance;
}

void use(void)
{
  struct account a = { 1, 500 };
  set_balance(a, 600);
  //@ assert a.balance == 600;  // FAILS
}
