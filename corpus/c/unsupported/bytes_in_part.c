// Distances in units of another type, wide bit-fields.
struct wide {
  unsigned long q : 40;
};

long longs(void)
{
  int a[4] = { 0 };
  return (long *)(a + 2) - (long *)a; // UNSUPPORTED
}

unsigned long shifted(struct wide w)
{
  return w.q << 1; // UNSUPPORTED
}
