// A number from a string, if all of it is one.
#include <stdlib.h>

long number(int which)
{
  const char *text = which ? "1234" : "12a";
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end != 0)
    return -1;
  return value;
}
