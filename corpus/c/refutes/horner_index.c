// The index is stepped after it is used (twin of horner.c).
/*@ requires 1 <= n && \valid_read(c + (0 .. n - 1));
    assigns \nothing; */
unsigned last_two(const unsigned *c, unsigned n)
{
  unsigned value = c[n--];  // FAILS
  return value;
}
