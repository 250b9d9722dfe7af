// The variant does not get smaller in one of the branches (twin of expressions.c).
/*@ requires 0 <= x <= 100;
    assigns \nothing; */
int walk(int x)
{
  /*@ loop invariant 0 <= x <= 101;
      loop assigns x;
      loop variant x;  // FAILS
  */
  while (x > 0) {
    if (x == 50)
      x = 49;
    else if (x == 7)
      x = 8;
    else if (x == 8)
      x = 6;
    else
      x--;
  }
  return x;
}
