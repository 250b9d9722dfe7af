// Two ways to find the greatest element. One of them is wrong.

/*@ requires 0 < n && \valid_read(a + (0 .. n-1));
    assigns \nothing;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result; */
int max(const int *a, int n)
{
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  return m;
}

/*@ requires 0 < n && \valid_read(a + (0 .. n-1));
    assigns \nothing;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result; */
int max_but_the_last(const int *a, int n)
{
  int m = a[0];
  for (int i = 1; i < n - 1; i++)
    if (a[i] > m) m = a[i];
  return m;
}
