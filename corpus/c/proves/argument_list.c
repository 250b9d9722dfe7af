// Lists of arguments that are started again.
#include <stdarg.h>

int twice(int n, ...)
{
  int found = 0;
  va_list rest;
  for (int i = 0; i < 2; i++) {
    va_start(rest, n);
    found |= va_arg(rest, int);
    va_end(rest);
  }
  return found;
}

static int next(va_list *rest)
{
  return va_arg(*rest, int);
}

int passed_on(int n, ...)
{
  va_list rest;
  va_start(rest, n);
  int x = next(&rest);
  va_end(rest);
  return x;
}

int chosen(int n, ...)
{
  va_list rest, again;
  va_start(rest, n);
  va_copy(again, rest);
  int x = n > 0 ? va_arg(rest, int) : va_arg(again, int);
  va_end(again);
  va_end(rest);
  return x;
}
