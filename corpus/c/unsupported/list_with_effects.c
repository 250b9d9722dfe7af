// A value that fills several elements is evaluated once, and one that is replaced perhaps never.
static int count;

static int more(void)
{
  count = (count & 7) + 1;
  return count;
}

void range(void)
{
  count = 0;
  int a[3] = { [0 ... 2] = more() }; // UNSUPPORTED
  //@ assert count == 3;
}

void replaced(void)
{
  count = 0;
  int a[2] = { more(), [0] = 5 }; // UNSUPPORTED
  //@ assert count == 1;
}
