// Letters moved along the alphabet, in place: one character too far.
#include <ctype.h>

/*@ requires 0 <= n && \valid(s + (0 .. n - 1)) && 0 <= by < 26;
    assigns s[0 .. n - 1]; */
void caesar(char *s, int n, int by) {
  for (int i = 0; i <= n; i++) {
    if (s[i] >= 'a' && s[i] <= 'z') // FAILS
      s[i] = 'a' + (s[i] - 'a' + by) % 26; // FAILS
    else if (s[i] >= 'A' && s[i] <= 'Z')
      s[i] = 'A' + (s[i] - 'A' + by) % 26; // FAILS
  }
}
