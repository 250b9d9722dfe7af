// The search for the least element goes one too far (twin of selection_sort.c).
/*@ requires 0 <= from < n <= 1000 && \valid_read(a + (from .. n - 1));
    assigns \nothing; */
int least(int *a, int from, int n)
{
  int best = from;
  /*@ loop invariant from < i <= n + 1 && from <= best < i;
      loop assigns i, best; */
  for (int i = from + 1; i <= n; i++)
    if (a[i] < a[best])  // FAILS
      best = i;
  return best;
}
