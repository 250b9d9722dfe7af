// The final zero is written after the last cell (twin of squeeze_path.c).
/*@ requires 0 <= length && \valid(s + (0 .. length - 1)); */
int squeeze_path(char *s, int length)
{
  int from = 0, to = 0;
  /*% loop predicate 0 <= to, to <= from, from <= length; */
  while (from < length) {
    char c = s[from];
    from++;
    if (c == '/')
      continue;
    s[to] = c;
    to++;
  }
  s[to] = 0;  // FAILS
  return to;
}
