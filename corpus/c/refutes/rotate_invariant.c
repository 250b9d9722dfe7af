// The invariant is already wrong before the first round (twin of rotate.c).
/*@ requires 0 <= n <= 1000 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1]; */
void half(int *a, int n)
{
  /*@ loop invariant 0 <= i;
      loop invariant i < n;  // FAILS
      loop assigns i, a[0 .. n - 1]; */
  for (int i = 0; i < n / 2; i++)
    a[i] = 1;
}
