// The first element is cleared although the contract does not say so (twin of memory_move.c).
/*@ requires 0 <= n <= 100 && \valid(a + (0 .. n));
    assigns a[1 .. n]; */
void shift_right(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, a[1 .. n]; */
  for (int i = n; i > 0; i--)
    a[i] = a[i - 1];
  a[0] = 0;  // FAILS
}
