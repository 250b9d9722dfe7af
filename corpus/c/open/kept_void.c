// What a `void *` points to must be known to be of the type it is taken for.

/*@ requires \valid(p); */
int as_short(int *p)
{
  void *v = p;
  short *s = v; // OPEN
  return *s;
}
