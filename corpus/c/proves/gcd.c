// The greatest common divisor by remainders; what is promised is that it is positive and not
// greater than both.
/*@ requires 0 < a && 0 <= b;
    assigns \nothing;
    ensures 0 < \result <= \max(a, b); */
int gcd(int a, int b)
{
  /*@ loop invariant 0 < a <= \max(\at(a, Pre), \at(b, Pre)) && 0 <= b;
      loop invariant b <= \max(\at(a, Pre), \at(b, Pre));
      loop assigns a, b;
      loop variant b; */
  while (b != 0) {
    int r = a % b;
    a = b;
    b = r;
  }
  return a;
}
