// Arrays that are shorter than [static n] says (twin of proves/promises_kept.c).
static int first_of(int a[static 3])
{
  return a[0];
}

int short_one(void)
{
  int a[2] = { 1, 2 };
  return first_of(a); // FAILS
}

static int any(int a[static 1])
{
  return a != 0;
}

int none(void)
{
  return any(0); // FAILS
}
