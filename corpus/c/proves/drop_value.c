// The frame that is written with the invariants of these loops needs a proof of its own.
/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures 0 <= \result <= n; */
int drop(int *a, int n, int value)
{
  int i, kept = 0;
  for (i = 0; i < n; i++)
    if (a[i] != value)
      a[kept++] = a[i];
  return kept;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures 0 <= \result <= n; */
int drop_until(int *a, int n, int value, int last)
{
  int i, kept = 0;
  for (i = 0; i < n; i++) {
    if (a[i] == last)
      break;
    if (a[i] != value)
      a[kept++] = a[i];
  }
  return kept;
}
