// The buffer has no room for the zero at the end (twin of library_greeting.c).
#include <string.h>

int greeting(void)
{
  char text[4];
  strcpy(text, "good");  // FAILS
  return text[0];
}
