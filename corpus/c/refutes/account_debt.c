// The account pays out whatever is asked for (twin of account.c).
struct account {
  int number;
  int balance;
};

/*@ requires \valid(a) && 0 <= a->balance && 0 <= amount;
    assigns a->balance;
    ensures 0 <= a->balance;  // FAILS
*/
void withdraw(struct account *a, int amount)
{
  a->balance -= amount;
}
