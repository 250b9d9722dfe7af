// Plain chars may be negative (twin of histogram.c).
/*@ requires \valid_read(p) && \valid(seen + (0 .. 255));
    assigns seen[0 .. 255]; */
void mark(const signed char *p, char *seen)
{
  seen[*p] = 1;  // FAILS
}
