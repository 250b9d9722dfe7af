// The frame of a statement: its own variables do not count, those around do.
/*@ requires \valid(a + (0 .. 1));
    assigns a[0 .. 1];
    ensures a[0] == 4 && a[1] == 1; */
void part(int *a)
{
  int x = 1, y = 2;
  /*@ assigns y, a[0];
      ensures y == 4 && a[0] == y; */
  {
    int t = 3;
    t++;
    y = t;
    a[0] = t;
  }
  a[1] = x;
}
