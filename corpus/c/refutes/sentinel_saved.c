// The last element is not put back (twin of sentinel.c).
/*@ requires 0 <= n <= 100 && \valid(a + (0 .. n));
    assigns a[n];
    ensures a[n] == \old(a[n]);  // FAILS
*/
int sentinel_search(int *a, int n, int x)
{
  a[n] = x;
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i; */
  while (a[i] != x)
    i++;
  return i;
}
