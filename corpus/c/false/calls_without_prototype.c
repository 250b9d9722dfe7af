// Calls through pointers whose type says nothing of parameters (twin of proves/calls_without_prototype.c).
static int difference(int a, int b)
{
  return a / 2 - b / 2;
}

static double half(double x)
{
  return x;
}

static int four(void)
{
  return 4;
}

int one_too_few(void)
{
  int (*q)() = difference;
  return q(5); // FAILS
}

int too_many(void)
{
  int (*q)() = four;
  return q(1, 2); // FAILS
}

double an_integer(void)
{
  double (*q)() = half;
  return q(5); // FAILS
}

static int call_with_one(int (*q)())
{
  return q(1); // FAILS
}

int none_wanted(void)
{
  return call_with_one(four);
}
