// The loop changes more than it says (twin of km_initcheck.c).
/*@ requires 2 <= n <= 100 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1]; */
void clear(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, a[1 .. n - 1];  // FAILS
  */
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
