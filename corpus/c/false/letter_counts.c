// How often each letter occurs: one letter too many.
#include <ctype.h>

/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1)) && \valid(counts + (0 .. 25));
    requires \separated(s + (0 .. n - 1), counts + (0 .. 25));
    assigns counts[0 .. 25]; */
void letters(const char *s, int n, unsigned *counts) {
  for (int k = 0; k <= 26; k++)
    counts[k] = 0; // FAILS
  for (int i = 0; i < n; i++)
    if (s[i] >= 'a' && s[i] <= 'z')
      counts[s[i] - 'a']++;
}
