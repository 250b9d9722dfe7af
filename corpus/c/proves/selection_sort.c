// Selection sort, with the search for the least element as a function of its own.
/*@ requires 0 <= from < n && \valid_read(a + (from .. n - 1));
    assigns \nothing;
    ensures from <= \result < n;
    ensures \forall integer k; from <= k < n ==> a[\result] <= a[k]; */
static int least(int *a, int from, int n)
{
  int best = from;
  /*@ loop invariant from < i <= n && from <= best < i;
      loop invariant \forall integer k; from <= k < i ==> a[best] <= a[k];
      loop assigns i, best;
      loop variant n - i; */
  for (int i = from + 1; i < n; i++)
    if (a[i] < a[best])
      best = i;
  return best;
}

/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */
void selection_sort(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer j, k; 0 <= j <= k < i ==> a[j] <= a[k];
      loop invariant \forall integer j, k; 0 <= j < i <= k < n ==> a[j] <= a[k];
      loop assigns i, a[0 .. n - 1];
      loop variant n - i; */
  for (int i = 0; i < n; i++) {
    int m = least(a, i, n);
    int t = a[i];
    a[i] = a[m];
    a[m] = t;
  }
}
