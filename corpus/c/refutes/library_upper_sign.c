// A character may be negative, and is none then (twin of library_upper.c).
#include <ctype.h>

char upper(char c)
{
  return (char)toupper(c);  // FAILS
}
