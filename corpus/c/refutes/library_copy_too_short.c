// The copy ends behind its zero (twin of library_copy.c).
#include <string.h>

int cut(void)
{
  char copy[5];
  strncpy(copy, "hello world", 6);  // FAILS
  return copy[0];
}
