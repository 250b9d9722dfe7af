// The last round shifts by the width of the type (twin of bit_count.c).
/*@ assigns \nothing; */
int bit_count(unsigned x)
{
  int n = 0;
  /*@ loop invariant 0 <= i <= 33 && 0 <= n <= i;
      loop assigns i, n; */
  for (int i = 0; i <= 32; i++)
    n += (x >> i) & 1u;  // FAILS
  return n;
}
