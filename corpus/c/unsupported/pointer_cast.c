// An int is read through a pointer to short, and a float as bits.
short low_half(int x)
{
  int y = x;
  short *p = (short *)&y;  // UNSUPPORTED
  return *p;
}

int fine(int x)
{
  return x;
}
