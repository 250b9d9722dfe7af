// Swaps everything twice (twin of reverse.c): the array is as before.
/*@ requires 0 <= n <= 100 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == \old(a[n - 1 - k]);  // FAILS
*/
void reverse(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, a[0 .. n - 1]; */
  for (int i = 0; i < n; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
