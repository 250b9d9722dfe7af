// Counts letters, and marks which bytes occur.
/*@ requires 0 <= n <= 1000000 && \valid_read(s + (0 .. n - 1)) && \valid(count + (0 .. 25));
    requires \separated(count + (0 .. 25), s + (0 .. n - 1));
    assigns count[0 .. 25];
    ensures \forall integer k; 0 <= k < 26 ==> 0 <= count[k] <= n; */
void letters(const char *s, int n, int *count)
{
  /*@ loop invariant 0 <= k <= 26;
      loop invariant \forall integer j; 0 <= j < k ==> count[j] == 0;
      loop assigns k, count[0 .. 25];
      loop variant 26 - k; */
  for (int k = 0; k < 26; k++)
    count[k] = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer j; 0 <= j < 26 ==> 0 <= count[j] <= i;
      loop assigns i, count[0 .. 25];
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    if (s[i] >= 'a' && s[i] <= 'z')
      count[s[i] - 'a']++;
}

/*@ requires \valid_read(p + (0 .. n - 1)) && \valid(seen + (0 .. 255));
    assigns seen[0 .. 255]; */
void mark(const unsigned char *p, unsigned n, char *seen)
{
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, seen[0 .. 255];
      loop variant n - i; */
  for (unsigned i = 0; i < n; i++)
    seen[p[i]] = 1;
}
