// A jump to a label that is chosen at run time.
int choose(int x)
{
  void *where = x > 0 ? &&more : &&less;  // UNSUPPORTED
  goto *where;
more:
  return 1;
less:
  return 0;
}

int fine(int x)
{
  return x;
}
