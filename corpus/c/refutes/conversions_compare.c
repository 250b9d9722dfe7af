// A negative number is compared with an unsigned one (twin of conversions.c).
/*@ assigns \nothing;
    ensures x < 0 ==> \result == 1;  // FAILS
*/
int less(int x, unsigned n)
{
  return x < n;
}
