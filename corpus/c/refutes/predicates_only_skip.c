// Every second element is left out (twin of predicates_only.c).
/*@ requires 0 <= n <= 100 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result < 0 ==> (\forall integer k; 0 <= k < n ==> a[k] != x);  // FAILS
*/
int find(const int *a, int n, int x)
{
  /*% skolem int j; */
  /*% loop predicate 0 <= i, 0 <= j < i, a[j] == x; */
  for (int i = 0; i < n; i += 2)
    if (a[i] == x)
      return i;
  return -1;
}
