// Two texts in one buffer.
#include <string.h>

int joined(void)
{
  char text[12] = "good";
  strcat(text, " day");
  return (int)strlen(text);
}
