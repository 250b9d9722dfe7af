// Powers: small ones by a loop, powers of two by shifting, and modulo a small number.
/*@ requires 0 <= n <= 30;
    assigns \nothing;
    ensures 1 <= \result; */
int power_of_two(int n)
{
  return 1 << n;
}

/*@ requires 1 <= m <= 1000;
    assigns \nothing;
    ensures \result < m; */
unsigned power_mod(unsigned base, unsigned exponent, unsigned m)
{
  unsigned result = 1 % m;
  base %= m;
  /*@ loop invariant result < m && base < m;
      loop assigns result, base, exponent;
      loop variant exponent; */
  while (exponent > 0) {
    if (exponent & 1)
      result = result * base % m;
    base = base * base % m;
    exponent >>= 1;
  }
  return result;
}
