// The two behaviours leave out the zero (twin of behaviors.c).
/*@ requires x > -2147483648;
    assigns \nothing;
    behavior negative:
      assumes x < 0;
      ensures \result == -1;
    behavior positive:
      assumes x > 0;
      ensures \result == 1;
    complete behaviors negative, positive;  // FAILS
*/
int sign(int x)
{
  return x < 0 ? -1 : x > 0;
}
