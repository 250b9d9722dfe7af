// The last loop forgets that there may be fewer rows than columns (twin of svd_forward.c).
extern void __VERIFIER_assert(int cond);

/*@ requires n <= 1000 && m <= 1000; */
void svd_forward(int n, int m)
{
  int i, k, l;
  /*% loop predicate 1 <= i; */
  for (i = 1; i <= n; i++) {
    l = i + 1;
    if (i != n) {
      /*% loop predicate l <= k; */
      for (k = l; k <= n; k++)
        __VERIFIER_assert(1 <= k && k <= n && 1 <= i && i <= m);  // FAILS
    }
  }
}
