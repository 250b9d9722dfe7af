// Three loops inside each other, each between bounds of the outer ones.
// Three predicates.
extern void __VERIFIER_assert(int cond);

/*@ requires n <= 1000; */
void nested_three(int n)
{
  int i, j, k;
  /*% loop predicate 0 <= i; */
  for (i = 0; i < n; i++) {
    /*% loop predicate i <= j; */
    for (j = i; j < 2 * i + 2; j++) {
      /*% loop predicate k <= j; */
      for (k = j; k > i; k--)
        __VERIFIER_assert(k - i <= n);
    }
  }
}
