// Two parameters that are `restrict` are given the same thing (twin of proves/restrict_calls.c).
static int both(int *restrict a, int *restrict b)
{
  *a = 1;
  *b = 2;
  return *a;
}

int same_variable(void)
{
  int x = 0;
  return both(&x, &x); // FAILS
}

static void copy(int n, int *restrict to, const int *from)
{
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

void same_array(void)
{
  int x[4] = { 0, 1, 2, 3 };
  copy(4, x, x); // FAILS
}
