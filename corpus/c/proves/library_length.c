// A string is copied if it fits.
#include <string.h>

/*@ requires \valid(to + (0 .. 9));
    requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
    requires \separated(to + (0 .. 9), s + (..)); */
int keep(char *to, const char *s)
{
  if (strlen(s) >= 10)
    return 0;
  strcpy(to, s);
  return 1;
}
