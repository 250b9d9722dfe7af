// The index loops of a decomposition that goes from the last column to the first: l is the
// column after i, except in the first round, where it is not used. Where the two ways to find the
// first column meet again, the abstraction at points forgets what it is.
// Seven predicates.
extern void __VERIFIER_assert(int cond);

/*@ requires 1 <= n <= 1000 && 1 <= m <= 1000; */
void svd_backward(int n, int m)
{
  int i, j, k, l = 0;
  /*% loop predicate i <= n, i < n, l == i + 1; */
  for (i = n; i >= 1; i--) {
    int from;
    if (i < n)
      from = l;
    else
      from = i + 1;
    __VERIFIER_assert(from == i + 1);
    /*% loop predicate 1 <= j; */
    for (j = from; j <= n; j++) {
      __VERIFIER_assert(1 <= j && j <= n);
      __VERIFIER_assert(1 <= i && i <= n);
    }
    /*% loop predicate 1 <= j; */
    for (j = from; j <= n; j++) {
      /*% loop predicate 1 <= k; */
      for (k = from; k <= n; k++) {
        __VERIFIER_assert(1 <= k && k <= n);
        __VERIFIER_assert(1 <= j && j <= n);
      }
    }
    /*% loop predicate 1 <= j; */
    for (j = i; j <= m; j++)
      __VERIFIER_assert(1 <= j && j <= m);
    l = i;
  }
}
