// Formulas do not know the values of floating numbers.
/*@ requires (int)x > 3; */ // UNSUPPORTED
int half(double x)
{
  return 1;
}

double third(double x)
{
  return x / 3.0;
}
