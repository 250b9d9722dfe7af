// More is written than there is room for.
#include <string.h>

void mark(int n)
{
  char text[6] = "abc";
  if (0 <= n && n <= 5)
    strncat(text, "wxyz", (unsigned long)n);  // FAILS
}
