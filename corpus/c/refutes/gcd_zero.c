// The remainder is taken before the divisor is looked at (twin of gcd.c).
/*@ requires 0 < a && 0 <= b;
    assigns \nothing; */
int gcd(int a, int b)
{
  int r;
  /*@ loop invariant 0 < a && 0 <= b;
      loop assigns a, b, r; */
  do {
    r = a % b;  // FAILS
    a = b;
    b = r;
  } while (b != 0);
  return a;
}
