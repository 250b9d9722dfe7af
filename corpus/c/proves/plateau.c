// The longest run of equal numbers in a sorted array, and the first of two arrays where they
// differ.
/*@ requires 1 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures 1 <= \result <= n; */
int plateau(const int *a, int n)
{
  int best = 1, run = 1;
  /*@ loop invariant 1 <= i <= n && 1 <= run <= i && 1 <= best <= i;
      loop assigns i, best, run;
      loop variant n - i; */
  for (int i = 1; i < n; i++) {
    run = a[i] == a[i - 1] ? run + 1 : 1;
    if (run > best)
      best = run;
  }
  return best;
}

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    behavior same:
      assumes \forall integer k; 0 <= k < n ==> a[k] == b[k];
      ensures \result == n;
    behavior different:
      assumes \exists integer k; 0 <= k < n && a[k] != b[k];
      ensures 0 <= \result < n && a[\result] != b[\result];
      ensures \forall integer k; 0 <= k < \result ==> a[k] == b[k];
    complete behaviors;
    disjoint behaviors; */
int mismatch(const int *a, const int *b, int n)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == b[k];
      loop assigns i;
      loop variant n - i; */
  while (i < n && a[i] == b[i])
    ++i;
  return i;
}
