// The attributes nonnull and returns_nonnull, broken (twin of proves/promises_kept.c).
__attribute__((nonnull(2))) static int second(const int *p, const int *q)
{
  return p != 0 || q != 0;
}

__attribute__((nonnull)) static int both(const int *p, const int *q)
{
  return p != q;
}

int one(void)
{
  int x = 1;
  return second(&x, 0); // FAILS
}

int all(void)
{
  int x = 1;
  return both(0, &x); // FAILS
}

__attribute__((returns_nonnull)) int *place(int *p)
{
  return p; // FAILS
}
