// The body of the last function does not end.
int good(int x)
{
  return x;
}

int bad(int x)
{
  if (x > 0) {
    return 1;
  return 0;
}  // ERROR
