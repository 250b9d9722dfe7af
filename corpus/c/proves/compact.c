// Removes zeros, and neighbours that are equal, in place.
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures 0 <= \result <= n;
    ensures \forall integer k; 0 <= k < \result ==> a[k] != 0; */
int remove_zeros(int *a, int n)
{
  int to = 0;
  /*@ loop invariant 0 <= to <= from <= n;
      loop invariant \forall integer k; 0 <= k < to ==> a[k] != 0;
      loop assigns from, to, a[0 .. n - 1];
      loop variant n - from; */
  for (int from = 0; from < n; from++)
    if (a[from])
      a[to++] = a[from];
  return to;
}

/*@ requires 1 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures 1 <= \result <= n;
    ensures \forall integer k; 0 < k < \result ==> a[k - 1] != a[k]; */
int unique(int *a, int n)
{
  int last = 0;
  /*@ loop invariant 0 <= last < i <= n;
      loop invariant \forall integer k; 0 < k <= last ==> a[k - 1] != a[k];
      loop assigns i, last, a[0 .. n - 1];
      loop variant n - i; */
  for (int i = 1; i < n; i++)
    if (a[i] != a[last])
      a[++last] = a[i];
  return last + 1;
}
