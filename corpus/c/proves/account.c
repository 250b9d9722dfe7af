// An account that is never overdrawn; nested structures and whole-structure assignment.
struct money {
  long long cents;
};

struct account {
  int number;
  struct money balance;
};

/*@ requires \valid(a) && 0 <= a->balance.cents <= 1000000 && 0 <= cents <= 1000000;
    assigns a->balance.cents;
    ensures a->balance.cents == \old(a->balance.cents) + cents; */
void deposit(struct account *a, long long cents)
{
  a->balance.cents += cents;
}

/*@ requires \valid(a) && 0 <= a->balance.cents && 0 <= cents;
    assigns a->balance.cents;
    behavior enough:
      assumes cents <= a->balance.cents;
      ensures \result == 1 && a->balance.cents == \old(a->balance.cents) - cents;
    behavior short:
      assumes cents > a->balance.cents;
      ensures \result == 0 && a->balance.cents == \old(a->balance.cents);
    complete behaviors;
    disjoint behaviors; */
int withdraw(struct account *a, long long cents)
{
  if (cents > a->balance.cents)
    return 0;
  a->balance.cents -= cents;
  return 1;
}

int use(void)
{
  struct account a = { 1, { 500 } };
  struct account b;
  b = a;
  deposit(&a, 100);
  //@ assert a.balance.cents == 600 && b.balance.cents == 500;
  return withdraw(&b, 200);
}
