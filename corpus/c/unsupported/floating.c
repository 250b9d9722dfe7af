// Whether a floating number fits into an integer is not known.
int half(double x)
{
  return (int)(x / 2.0);  // UNSUPPORTED
}

double third(double x)
{
  return x / 3.0;
}
