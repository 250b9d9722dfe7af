// Merges two sorted arrays.
/*@ predicate sorted{L}(int *a, integer n) =
      \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */

/*@ requires 0 <= n <= 1000 && 0 <= m <= 1000;
    requires \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. m - 1));
    requires \valid(c + (0 .. n + m - 1));
    requires \separated(c + (0 .. n + m - 1), a + (0 .. n - 1));
    requires \separated(c + (0 .. n + m - 1), b + (0 .. m - 1));
    requires sorted(a, n) && sorted(b, m);
    assigns c[0 .. n + m - 1];
    ensures sorted(c, n + m); */
void merge(int *a, int n, int *b, int m, int *c)
{
  int i = 0, j = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= j <= m;
      loop invariant sorted(c, i + j);
      loop invariant \forall integer k, l; 0 <= k < i + j && i <= l < n ==> c[k] <= a[l];
      loop invariant \forall integer k, l; 0 <= k < i + j && j <= l < m ==> c[k] <= b[l];
      loop assigns i, j, c[0 .. n + m - 1];
      loop variant n + m - i - j; */
  while (i < n || j < m) {
    if (j == m || (i < n && a[i] <= b[j])) {
      c[i + j] = a[i];
      i++;
    } else {
      c[i + j] = b[j];
      j++;
    }
  }
}
