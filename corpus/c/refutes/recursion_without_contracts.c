// What functions return that call themselves is not what is claimed (twin of recursion_without_contracts.c).
unsigned fibonacci(unsigned n)
{
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

void constants(void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 10; i++)
    sum += fibonacci(i);
  //@ assert sum == 143;  // FAILS
}

unsigned char narrow(unsigned char n)
{
  return n == 0 ? 0 : narrow(n - 1) + 2;
}

void narrowed(void)
{
  int r = narrow(200);
  //@ assert r == 400;  // FAILS
}

int ninety_one(int n)
{
  if (n > 100)
    return n - 10;
  return ninety_one(ninety_one(n + 11));
}

void too_far(int n)
{
  int c = ninety_one(n);
  if (0 <= n && n <= 104) {
    //@ assert c == 91;  // FAILS
  }
}

int down(int n)
{
  if (n <= 0)
    return 10 / n;  // FAILS
  return down(n - 1);
}
