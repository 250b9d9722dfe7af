// A contract for a part of a function, and checks of several kinds.
/*@ requires 0 <= x <= 1000;
    assigns \nothing;
    ensures \result == 2 * x + 1; */
int part(int x)
{
  int y = x;
  /*@ requires y == x;
      assigns y;
      ensures y == 2 * x; */
  {
    int t = y;
    y = t + t;
  }
  //@ check y >= 0;
  //@ assert even: y % 2 == 0;
  return y + 1;
}
