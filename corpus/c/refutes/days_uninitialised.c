// One branch leaves the result without a value (twin of days.c).
/*@ requires 1 <= month <= 12;
    assigns \nothing; */
int days_in(int month)
{
  int days;
  if (month == 2)
    days = 28;
  else if (month == 4 || month == 6 || month == 9 || month == 11)
    days = 30;
  return days;  // FAILS
}
