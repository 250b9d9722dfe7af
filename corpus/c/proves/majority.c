// Boyer and Moore's vote, counting, and whether one number occurs twice.
/*@ requires 1 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \exists integer k; 0 <= k < n && a[k] == \result; */
int vote(const int *a, int n)
{
  int candidate = a[0], lead = 1;
  /*@ loop invariant 1 <= i <= n && 0 <= lead <= i;
      loop invariant \exists integer k; 0 <= k < i && a[k] == candidate;
      loop assigns i, candidate, lead;
      loop variant n - i; */
  for (int i = 1; i < n; i++) {
    if (lead == 0) {
      candidate = a[i];
      lead = 1;
    } else if (a[i] == candidate) {
      lead++;
    } else {
      lead--;
    }
  }
  return candidate;
}

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \result == 0 ==> (\forall integer k; 0 <= k < n ==> a[k] != x); */
int occurrences(const int *a, int n, int x)
{
  int c = 0;
  /*@ loop invariant 0 <= c <= i <= n;
      loop invariant c == 0 ==> (\forall integer k; 0 <= k < i ==> a[k] != x);
      loop assigns i, c;
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    c += a[i] == x;
  return c;
}

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result <==> (\exists integer i, j; 0 <= i < j < n && a[i] == a[j]); */
_Bool has_twins(const int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k, l; 0 <= k < l < n && k < i ==> a[k] != a[l];
      loop assigns i;
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    /*@ loop invariant i < j <= n;
        loop invariant \forall integer l; i < l < j ==> a[i] != a[l];
        loop assigns j;
        loop variant n - j; */
    for (int j = i + 1; j < n; j++)
      if (a[i] == a[j])
        return 1;
  return 0;
}
