// The sum of unsigned numbers may be smaller than they (twin of checksum.c).
/*@ assigns \nothing;
    ensures \result >= a;  // FAILS
*/
unsigned add(unsigned a, unsigned b)
{
  return a + b;
}
