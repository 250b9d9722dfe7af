// Sums that cannot overflow: in a wider type, and of few elements.
/*@ requires 1 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing; */
long long sum(const int *a, int n)
{
  long long s = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant -2147483648LL * i <= s <= 2147483647LL * i;
      loop assigns i, s;
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

/*@ requires 1 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 1000;
    assigns \nothing;
    ensures 0 <= \result <= 1000; */
int average(const int *a, int n)
{
  int s = 0, i = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= s <= 1000 * i;
      loop assigns i, s;
      loop variant n - i; */
  while (i < n) {
    s += a[i];
    ++i;
  }
  return s / n;
}
