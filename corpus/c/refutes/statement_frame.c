// Statements write what their frames do not name (twin of statement_frame.c).
/*@ requires \valid(a + (0 .. 1)); */
void element(int *a)
{
  int y = 2;
  /*@ assigns y, a[0]; */
  {
    y = 4;
    a[0] = y;
    a[1] = y;  // FAILS
  }
}

int variable(int n)
{
  int x = 1, y = 2;
  /*@ assigns y; */
  {
    int t = n;
    y = t;
    x = t;  // FAILS
  }
  return x;
}
