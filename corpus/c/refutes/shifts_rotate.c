// Rotating by nothing shifts by the whole width (twin of shifts.c).
/*@ requires 0 <= n <= 31;
    assigns \nothing; */
unsigned rotate(unsigned x, int n)
{
  return (x << n) | (x >> (32 - n));  // FAILS
}
