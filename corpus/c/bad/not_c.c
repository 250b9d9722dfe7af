// The text of one function is not C; the others are verified all the same.
int bad(int x)
{
  return x + ;  // ERROR
}

int good(int x)
{
  return x;
}
