// What may only be read is written (twin of memory_set.c).
/*@ requires n >= 1 && \valid_read(s + (0 .. n - 1)); */
void end_string(char *s, int n)
{
  s[n - 1] = 0;  // FAILS
}
