// Functions that take as many arguments as the caller likes: which ones, is not known.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

int sum(int n, ...)
{
  va_list rest;
  va_start(rest, n);
  int s = 0;
  for (int i = 0; i < n && i < 10; i++) {
    int x = va_arg(rest, int);
    if (0 < x && x < 100)
      s += x;
  }
  va_end(rest);
  return s;
}

/*@ requires \valid_read(format + (0 .. 9)) && format[9] == 0; */
void report(const char *format, ...)
{
  char line[64];
  va_list rest, again;
  va_start(rest, format);
  va_copy(again, rest);
  vsnprintf(line, sizeof line, format, rest);
  vprintf(format, again);
  va_end(again);
  va_end(rest);
  puts(line);
}
