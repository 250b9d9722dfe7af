// Only one past the end of an object may be the address of another one.
void arrays(void)
{
  int a[4], b[4];
  int differ = &a[3] != &b[0] && &a[0] != &b[3];
  //@ assert differ;
}

/*@ requires \valid(p) && \valid(q); */
void inside(int *p, int *q)
{
  *p = 1;
  if (p + 1 != q + 1)
    *q = 2;
  //@ assert *p == 1;
}
