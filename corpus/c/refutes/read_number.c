// The number at the beginning of a text, and whether it fits: one less than what is read.
/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1)) && \valid(to);
    assigns *to;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 ==> 0 <= *to <= 1000000; */ // FAILS
int read_number(const char *s, int n, int *to) {
  int value = 0;
  for (int i = 0; i < n && s[i] >= '0' && s[i] <= '9'; i++) {
    value = 10 * value + (s[i] - '0');
    if (value > 1000000)
      return 0;
  }
  *to = value - 1;
  return 1;
}
