// Lomuto's partition.
/*@ requires \valid(a + i) && \valid(a + j);
    assigns a[i], a[j];
    ensures a[i] == \old(a[j]) && a[j] == \old(a[i]); */
static void exchange(int *a, int i, int j)
{
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
}

/*@ requires 1 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures 0 <= \result < n;
    ensures \forall integer k; 0 <= k < \result ==> a[k] < a[\result];
    ensures \forall integer k; \result <= k < n ==> a[k] >= a[\result]; */
int partition(int *a, int n)
{
  int pivot = a[n - 1];
  int m = 0;
  /*@ loop invariant 0 <= m <= i <= n - 1 && a[n - 1] == pivot;
      loop invariant \forall integer k; 0 <= k < m ==> a[k] < pivot;
      loop invariant \forall integer k; m <= k < i ==> a[k] >= pivot;
      loop assigns i, m, a[0 .. n - 2];
      loop variant n - i; */
  for (int i = 0; i < n - 1; i++)
    if (a[i] < pivot) {
      exchange(a, i, m);
      m++;
    }
  exchange(a, m, n - 1);
  return m;
}
