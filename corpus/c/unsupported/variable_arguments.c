// A function with as many arguments as the caller likes.
#include <stdarg.h>

int first_of(int n, ...)
{
  va_list rest;
  va_start(rest, n);  // UNSUPPORTED
  int x = va_arg(rest, int);
  va_end(rest);
  return x;
}

int fine(int x)
{
  return x;
}
