// Nobody looks whether the number gets too large (twin of parse_number.c).
/*@ requires 0 <= value && 0 <= digit <= 9;
    assigns \nothing; */
int append(int value, int digit)
{
  return 10 * value + digit;  // FAILS
}
