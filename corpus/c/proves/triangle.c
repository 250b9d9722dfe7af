// Classifies triangles, days and marks: nested branches and early returns.
enum kind { NONE, EQUILATERAL, ISOSCELES, SCALENE };

/*@ requires 0 < a <= 10000 && 0 < b <= 10000 && 0 < c <= 10000;
    assigns \nothing;
    ensures \result == NONE <==> (a + b <= c || b + c <= a || c + a <= b);
    ensures \result == EQUILATERAL <==> (a == b && b == c);
    ensures \result == SCALENE ==> a != b && b != c && c != a; */
enum kind triangle(int a, int b, int c)
{
  if (a + b <= c || b + c <= a || c + a <= b)
    return NONE;
  if (a == b && b == c)
    return EQUILATERAL;
  if (a == b || b == c || c == a)
    return ISOSCELES;
  return SCALENE;
}

/*@ requires 0 <= points <= 100;
    assigns \nothing;
    ensures 1 <= \result <= 6;
    ensures points >= 50 ==> \result <= 4; */
int mark(int points)
{
  if (points >= 90)
    return 1;
  else if (points >= 75)
    return 2;
  else if (points >= 60)
    return 3;
  return points >= 50 ? 4 : points >= 30 ? 5 : 6;
}
