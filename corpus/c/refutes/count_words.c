// Words in a text, as `wc` counts them: one character too far.
/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result <= n; */ // FAILS
int count_words(const char *s, int n) {
  int words = 0, inside = 0;
  for (int i = 0; i <= n; i++) {
    if (s[i] == ' ' || s[i] == '\n' || s[i] == '\t') // FAILS
      inside = 0;
    else if (!inside) {
      inside = 1;
      words++;
    }
  }
  return words;
}
