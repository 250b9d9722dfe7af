// The callee says of one value that it is there: the other, which is read through a pointer, has none.
/*@ requires \valid(p);
    ensures \initialized(p); */
void give(int *p);

int use(void)
{
  int x, y;
  int *q = &y;
  give(&x);
  return x == *q;  // FAILS
}
