// Drops the slashes of a path, in place: the place to write never passes the place to read.
// Three predicates.
extern void __VERIFIER_assert(int cond);

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
    __VERIFIER_assert(0 <= to);
    __VERIFIER_assert(to < length);
    s[to] = c;
    to++;
  }
  __VERIFIER_assert(to <= length);
  return to;
}
