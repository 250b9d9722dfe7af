// A text of blanks only is left through its beginning (twin of trim.c).
/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1)); */
int trimmed_length(const char *s, int n)
{
  /*@ loop invariant -1 <= n <= \at(n, Pre);
      loop assigns n; */
  while (n >= 0 && s[n - 1] == ' ')  // FAILS
    n--;
  return n;
}
