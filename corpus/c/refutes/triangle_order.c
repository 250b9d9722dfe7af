// Two equal sides are looked for first (twin of triangle.c).
enum kind { EQUILATERAL, ISOSCELES, SCALENE };

/*@ requires 0 < a <= 10000 && 0 < b <= 10000 && 0 < c <= 10000;
    assigns \nothing;
    ensures a == b && b == c ==> \result == EQUILATERAL;  // FAILS
*/
enum kind triangle(int a, int b, int c)
{
  if (a == b || b == c || c == a)
    return ISOSCELES;
  if (a == b && b == c)
    return EQUILATERAL;
  return SCALENE;
}
