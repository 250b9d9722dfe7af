// What is passed beyond the parameters is not known.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

int first(int n, ...)
{
  va_list rest;
  va_start(rest, n);
  int *p = va_arg(rest, int *);
  va_end(rest);
  return *p; // OPEN
}

void positive(int n, ...)
{
  va_list rest;
  va_start(rest, n);
  int x = va_arg(rest, int);
  va_end(rest);
  assert(x > 0); // OPEN
}

void short_of_room(int n, ...)
{
  char line[8];
  va_list rest;
  va_start(rest, n);
  vsnprintf(line, 9, "%d", rest); // OPEN
  va_end(rest);
}
