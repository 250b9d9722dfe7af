// Shifts a one into the sign (twin of power.c).
/*@ requires 0 <= n < 32;
    assigns \nothing; */
int power_of_two(int n)
{
  return 1 << n;  // FAILS
}
