// Everyday loops with predicates instead of invariants.
/*@ requires \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result >= 0 ==> \result < n && a[\result] == x;
    ensures \result < 0 ==> (\forall integer k; 0 <= k < n ==> a[k] != x); */
int find(const int *a, int n, int x)
{
  /*% skolem int j; */
  /*% loop predicate 0 <= i, 0 <= j < i, a[j] == x; */
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}

/*@ requires 1 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result; */
int max(const int *a, int n)
{
  int m = a[0];
  /*% skolem int j; */
  /*% loop predicate 1 <= i, 0 <= j < i, a[j] <= m; */
  for (int i = 1; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}

/*@ requires 0 <= n && \valid(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
    ensures \forall integer k; 0 <= k < n ==> a[k] == b[k]; */
void copy(int *a, const int *b, int n)
{
  int i = 0;
  /*% skolem int j; */
  /*% loop predicate 0 <= i, 0 <= j < i, a[j] == b[j]; */
  while (i < n) {
    a[i] = b[i];
    i++;
  }
}
