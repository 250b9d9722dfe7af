// The first element is compared with the one before it (twin of plateau.c).
/*@ requires 1 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing; */
int plateau(const int *a, int n)
{
  int run = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= run <= i;
      loop assigns i, run; */
  for (int i = 0; i < n; i++)
    run = a[i] == a[i - 1] ? run + 1 : 1;  // FAILS
  return run;
}
