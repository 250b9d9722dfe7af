// The helper is called with too large an argument (twin of calls.c).
/*@ requires -1000 <= x <= 1000;
    assigns \nothing;
    ensures \result == 2 * x; */
int twice(int x)
{
  return x + x;
}

/*@ requires 0 <= x <= 1000;
    assigns \nothing; */
int use(int x)
{
  return twice(twice(x));  // FAILS
}
