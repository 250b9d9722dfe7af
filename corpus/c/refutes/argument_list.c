// Lists of arguments that are read before they are started, or behind their end.
#include <stdarg.h>

int early(int n, ...)
{
  va_list rest;
  return va_arg(rest, int); // FAILS
}

int late(int n, ...)
{
  va_list rest;
  va_start(rest, n);
  va_end(rest);
  return va_arg(rest, int); // FAILS
}

void copied(int n, ...)
{
  va_list rest, again;
  va_copy(again, rest); // FAILS
  va_end(again);
}

void ended_at_once(int n, ...)
{
  va_list rest;
  va_end(rest); // FAILS
}
