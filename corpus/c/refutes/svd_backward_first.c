// The column after the last one is used in the first round (twin of svd_backward.c).
extern void __VERIFIER_assert(int cond);

/*@ requires 1 <= n <= 1000; */
void svd_backward(int n)
{
  int i, j, l = 0;
  /*% loop predicate i <= n, i < n, l == i + 1, l == 0; */
  for (i = n; i >= 1; i--) {
    /*% loop predicate l <= j; */
    for (j = l; j <= n; j++)
      __VERIFIER_assert(1 <= j && j <= n);  // FAILS
    l = i;
  }
}
