// The inner loop begins with one, so a row counts one less (twin of two_loops.c).
/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures n == 3 ==> \result == 6;  // FAILS
*/
int triangular(int n)
{
  int s = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= s <= 1000 * i;
      loop assigns i, s; */
  for (int i = 0; i < n; i++)
    /*@ loop invariant 1 <= j <= i + 1 && 0 <= s <= 1000 * i + j;
        loop assigns j, s; */
    for (int j = 1; j <= i; j++)
      s++;
  return s;
}
