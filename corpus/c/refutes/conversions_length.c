// The difference of unsigned lengths is never negative (twin of conversions.c).
/*@ requires \valid_read(s + (0 .. n - 1));
    assigns \nothing; */
char last(const char *s, unsigned n)
{
  if (n - 1 >= 0)
    return s[n - 1];  // FAILS
  return 0;
}
