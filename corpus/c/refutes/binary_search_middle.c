// The middle of two large indices overflows (twin of binary_search.c).
/*@ requires 0 <= lo <= hi;
    assigns \nothing;
    ensures lo <= \result <= hi; */
int middle(int lo, int hi)
{
  return (lo + hi) / 2;  // FAILS
}
