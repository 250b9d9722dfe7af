// The sign is looked at before the index (twin of string_find.c).
/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1)); */
int last_index_of(const char *s, int n, char c)
{
  int i = n - 1;
  /*@ loop invariant -1 <= i < n;
      loop assigns i; */
  while (s[i] != c && i >= 0)  // FAILS
    i--;
  return i;
}
