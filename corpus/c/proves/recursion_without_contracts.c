// Functions that call themselves and have no contracts: run with constants, and summed up by what runs show.
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
  //@ assert sum == 88;
  unsigned last = fibonacci(20);
  //@ assert last == 6765;
}

int steps(int n)
{
  if (n <= 0)
    return 0;
  return steps(n - 1) + 1;
}

int capped(int n)
{
  if (n <= 0)
    return 0;
  int r = capped(n - 1) + 1;
  return r > 3 ? 3 : r;
}

int ninety_one(int n)
{
  if (n > 100)
    return n - 10;
  return ninety_one(ninety_one(n + 11));
}

_Bool is_odd(unsigned n);

_Bool is_even(unsigned n)
{
  return n == 0 ? 1 : is_odd(n - 1);
}

_Bool is_odd(unsigned n)
{
  return n == 0 ? 0 : is_even(n - 1);
}

void inputs(int n, unsigned u)
{
  int a = steps(n);
  if (n >= 0) {
    //@ assert a == n;
  }
  int b = capped(n);
  //@ assert 0 <= b <= 3;
  int c = ninety_one(n);
  if (n <= 101) {
    //@ assert c == 91;
  }
}
