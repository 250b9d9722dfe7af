// Arguments beyond the parameters are promoted: none of them is a `char`.
#include <stdarg.h>

int first(int n, ...)
{
  va_list rest;
  va_start(rest, n);
  char c = va_arg(rest, char); // ERROR
  va_end(rest);
  return c;
}
