// The index loops of a decomposition that goes from the first column to the last.
// Seven predicates.
extern void __VERIFIER_assert(int cond);

/*@ requires n <= 1000 && m <= 1000; */
void svd_forward(int n, int m)
{
  int i, j, k, l;
  /*% loop predicate 1 <= i; */
  for (i = 1; i <= n; i++) {
    l = i + 1;
    if (i <= m) {
      /*% loop predicate i <= k; */
      for (k = i; k <= m; k++)
        __VERIFIER_assert(1 <= k && k <= m && 1 <= i && i <= n);
      /*% loop predicate l <= j; */
      for (j = l; j <= n; j++) {
        /*% loop predicate i <= k; */
        for (k = i; k <= m; k++)
          __VERIFIER_assert(1 <= k && k <= m && 1 <= j && j <= n);
        /*% loop predicate i <= k; */
        for (k = i; k <= m; k++)
          __VERIFIER_assert(1 <= k && k <= m && 1 <= j && j <= n);
      }
      /*% loop predicate i <= k; */
      for (k = i; k <= m; k++)
        __VERIFIER_assert(1 <= k && k <= m && 1 <= i && i <= n);
    }
    if (i <= m && i != n) {
      /*% loop predicate l <= k; */
      for (k = l; k <= n; k++)
        __VERIFIER_assert(1 <= k && k <= n && 1 <= i && i <= m);
    }
  }
}
