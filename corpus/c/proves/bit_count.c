// Counting bits, parity, the lowest bit.
/*@ assigns \nothing;
    ensures 0 <= \result <= 32; */
int bit_count(unsigned x)
{
  int n = 0;
  /*@ loop invariant 0 <= i <= 32 && 0 <= n <= i;
      loop assigns i, n;
      loop variant 32 - i; */
  for (int i = 0; i < 32; i++)
    n += (x >> i) & 1u;
  return n;
}

/*@ assigns \nothing;
    ensures 0 <= \result <= 1; */
int parity(unsigned x)
{
  int odd = 0;
  /*@ loop invariant 0 <= odd <= 1;
      loop assigns odd, x;
      loop variant x; */
  while (x != 0) {
    if (x % 2 != 0)
      odd = !odd;
    x /= 2;
  }
  return odd;
}

/*@ requires 0 <= bit < 8;
    assigns \nothing; */
_Bool test_bit(unsigned char flags, int bit)
{
  return (flags >> bit) & 1;
}
