// Arguments of types that the parameters do not have, where nothing tells these before (twin of proves/arguments_as_they_are.c).
int whole();

int a_number(void)
{
  return whole(1.5); // FAILS
}

int a_long_one(void)
{
  return whole(1L); // FAILS
}

int whole(int x)
{
  return x / 2;
}

int old_style(a)
  double a;
{
  return a > 0;
}

int an_integer(void)
{
  return old_style(1); // FAILS
}
