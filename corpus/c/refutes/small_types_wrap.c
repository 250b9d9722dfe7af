// The sum is cut before it is halved (twin of small_types.c).
/*@ assigns \nothing;
    ensures \result == (a + b) / 2;  // FAILS
*/
unsigned char mix(unsigned char a, unsigned char b)
{
  unsigned char sum = a + b;
  return sum / 2;
}
