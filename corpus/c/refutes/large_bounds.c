// Checks that fail after very many rounds (twins of large_bounds.c).

unsigned steps(void)
{
  unsigned x = 0;
  while (x < 268435455u)
    x += 2;
  //@ assert x % 2 == 1;  // FAILS
  return x;
}

unsigned phases(void)
{
  unsigned x = 0;
  while (x < 268435455u)
    if (x < 65521u)
      x++;
    else
      x += 2;
  //@ assert x % 2 == 0;  // FAILS
  return x;
}

// An inner loop in every round.
unsigned nested(void)
{
  unsigned x = 0, y;
  while (x < 268435455u) {
    y = 0;
    while (y < 10u)
      y++;
    x++;
  }
  //@ assert x % 2 == 0;  // FAILS
  return x;
}
