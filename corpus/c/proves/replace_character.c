// Each of a character replaced by another, and how many there were.
/*@ requires 0 <= n && \valid(s + (0 .. n - 1)) && from != to;
    assigns s[0 .. n - 1];
    ensures 0 <= \result <= n;
    ensures \forall integer k; 0 <= k < n ==> s[k] != from; */
int replace(char *s, int n, char from, char to) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (s[i] == from) {
      s[i] = to;
      count++;
    }
  return count;
}
