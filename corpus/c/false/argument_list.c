// A list of arguments that is ended in each round.
#include <stdarg.h>

int second_round(int n, ...)
{
  int found = 0;
  va_list rest;
  va_start(rest, n);
  for (int i = 0; i < 2; i++) {
    found |= va_arg(rest, int); // FAILS
    va_end(rest);
  }
  return found;
}
