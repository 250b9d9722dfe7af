// `name=value` split at the first sign: nothing is found behind the end.
/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures -1 <= \result < n; // FAILS
    ensures \result >= 0 ==> s[\result] == '='; */
int split(const char *s, int n) {
  for (int i = 0; i < n; i++)
    if (s[i] == '=')
      return i;
  return n;
}

/*@ requires 0 <= n <= 100 && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result <= n; */
int length_of_value(const char *s, int n) {
  int at = split(s, n);
  return at < 0 ? 0 : n - at - 1;
}
