// A search that puts what it seeks behind the last element, and takes it away again.
/*@ requires 0 <= n && \valid(a + (0 .. n));
    assigns a[n];
    ensures 0 <= \result <= n;
    ensures \result < n ==> a[\result] == x;
    ensures \forall integer k; 0 <= k < \result ==> a[k] != x;
    ensures a[n] == \old(a[n]); */
int sentinel_search(int *a, int n, int x)
{
  int saved = a[n];
  a[n] = x;
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] != x;
      loop assigns i;
      loop variant n - i; */
  while (a[i] != x)
    i++;
  a[n] = saved;
  return i;
}
