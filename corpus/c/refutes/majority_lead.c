// The invariant forgets that all may be equal (twin of majority.c).
/*@ requires 1 <= n <= 100 && \valid_read(a + (0 .. n - 1));
    assigns \nothing; */
int occurrences(const int *a, int n, int x)
{
  int c = 0;
  /*@ loop invariant 0 <= c <= i <= n;
      loop invariant i > 0 ==> c < i;  // FAILS
      loop assigns i, c; */
  for (int i = 0; i < n; i++)
    c += a[i] == x;
  return c;
}
