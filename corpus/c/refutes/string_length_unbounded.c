// Nobody says that the string ends (twin of string_length.c).
/*@ requires \valid_read(s + (0 .. 3));
    assigns \nothing; */
unsigned length(const char *s)
{
  unsigned n = 0;
  /*@ loop invariant 0 <= n;
      loop assigns n; */
  while (s[n] != '\0')  // FAILS
    n++;
  return n;
}
