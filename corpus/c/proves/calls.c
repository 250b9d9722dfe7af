// Calls with contracts, helpers without, and a counter of calls.
static int calls;

static int clamp(int x, int lo, int hi)
{
  if (x < lo)
    return lo;
  return x > hi ? hi : x;
}

static inline int half(int x)
{
  return x / 2;
}

/*@ requires 0 <= calls < 1000;
    requires -1000 <= x <= 1000;
    assigns calls;
    ensures calls == \old(calls) + 1;
    ensures \result == 2 * x; */
int twice(int x)
{
  calls++;
  return x + x;
}

/*@ requires calls == 0;
    assigns calls;
    ensures calls == 2;
    ensures -2000 <= \result <= 2000; */
int use(int x)
{
  int y = clamp(x, -500, 500);
  y = twice(y);
  y = twice(half(y));
  //@ assert -1000 <= y <= 1000;
  return clamp(2 * y, -2000, 2000);
}
