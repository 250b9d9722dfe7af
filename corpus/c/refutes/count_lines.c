// Lines of a text and the longest of them: lines are counted twice.
struct lines {
  int count;
  int longest;
};

/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1)) && \valid(out);
    assigns *out;
    ensures 0 <= out->count <= n && 0 <= out->longest <= n; */ // FAILS
void count_lines(const char *s, int n, struct lines *out) {
  int count = 0, longest = 0, length = 0;
  for (int i = 0; i < n; i++) {
    if (s[i] == '\n') {
      count += 2;
      length = 0;
    } else {
      length++;
      if (length > longest)
        longest = length;
    }
  }
  out->count = count;
  out->longest = longest;
}
