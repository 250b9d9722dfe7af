// The table is read at the number of the month (twin of days.c).
/*@ requires 1 <= month <= 12;
    assigns \nothing; */
int days_in(int month)
{
  int length[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
  return length[month];  // FAILS
}
