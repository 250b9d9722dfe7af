// The part does not keep its contract (twin of statement_contract.c).
/*@ requires 0 <= x <= 1000;
    assigns \nothing; */
int part(int x)
{
  int y = x;
  /*@ assigns y;
      ensures y == 2 * x;  // FAILS
  */
  {
    y = y + 1;
  }
  return y;
}
