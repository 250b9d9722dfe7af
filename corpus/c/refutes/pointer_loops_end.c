// The pointer reaches the cell after the last one (twin of pointer_loops.c).
/*@ requires 0 <= n <= 1000 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n]; */
void fill(int *a, int n, int v)
{
  /*@ loop invariant 0 <= p - a <= n + 1 && p == a + (p - a);
      loop assigns p, a[0 .. n]; */
  for (int *p = a; p <= a + n; p++)
    *p = v;  // FAILS
}
