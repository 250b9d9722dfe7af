// A table of constants, and arrays with initialisers.
static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

/*@ requires 1 <= month <= 12;
    assigns \nothing;
    ensures 28 <= \result <= 31; */
int days_in(int month)
{
  static const int length[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
  return length[month - 1];
}

/*@ assigns \nothing;
    ensures \result <==> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); */
_Bool leap(int year)
{
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/*@ assigns \nothing;
    ensures \result == 6; */
int local_table(void)
{
  int primes[8] = { 2, 3, 5, [7] = 1 };
  //@ assert primes[6] == 0;
  return primes[2] + primes[7] + primes[3];
}

/*@ requires 0 <= month < 12;
    assigns \nothing;
    ensures \result == days[month]; */
int plain(int month)
{
  return days[month];
}
