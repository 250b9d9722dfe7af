// One too much for every square (twin of square_root.c).
/*@ requires 0 <= n <= 10000;
    assigns \nothing;
    ensures n < \result * \result;  // FAILS
*/
int above_root(int n)
{
  int r = 0;
  /*@ loop invariant 0 <= r <= 101;
      loop assigns r; */
  while (r * r < n)
    r++;
  return r;
}
