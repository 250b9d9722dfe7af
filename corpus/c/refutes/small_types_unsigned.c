// The minus one becomes the greatest unsigned number (twin of small_types.c).
/*@ assigns \nothing;
    ensures \result == 1;  // FAILS
*/
int below(unsigned n)
{
  return -1 < (int)0 + n;
}
