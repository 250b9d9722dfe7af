// Clauses that are not read or not checked make their function unsupported.
//@ ensures \result = 3;  // UNSUPPORTED
int typo(void)
{
  return 4;
}

int hidden;

/*@ requires n >= 0;
    assigns \result \from n;  // UNSUPPORTED
*/
int dependencies(int n)
{
  return hidden ? n : 0;
}
