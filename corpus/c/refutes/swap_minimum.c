// The least int divided by minus one (twin of swap.c).
/*@ requires b != 0;
    assigns \nothing; */
int quotient(int a, int b)
{
  return a / b;  // FAILS
}
