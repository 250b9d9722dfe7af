// The distance has a sign (twin of logic_functions.c).
/*@ logic integer distance(integer a, integer b) = a < b ? b - a : a - b; */

/*@ requires -1000 <= a <= 1000 && -1000 <= b <= 1000;
    assigns \nothing;
    ensures \result == distance(a, b);  // FAILS
*/
int apart(int a, int b)
{
  return b - a;
}
