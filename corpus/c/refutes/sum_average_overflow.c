// The sum of two elements may be too large for an int (twin of sum_average.c).
/*@ requires \valid_read(a + (0 .. 1));
    assigns \nothing; */
int sum2(const int *a)
{
  return a[0] + a[1];  // FAILS
}
