// Shifts to the right from the wrong end (twin of memory_move.c): all become the first one.
/*@ requires 0 <= n <= 100 && \valid(a + (0 .. n));
    assigns a[1 .. n];
    ensures \forall integer k; 1 <= k <= n ==> a[k] == \old(a[k - 1]);  // FAILS
*/
void shift_right(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, a[1 .. n]; */
  for (int i = 0; i < n; i++)
    a[i + 1] = a[i];
}
