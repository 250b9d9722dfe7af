// A number from a string, unless it is too large.
#include <errno.h>
#include <stdlib.h>

/*@ ensures \result >= -1; */
long number(void)
{
  errno = 0;
  long value = strtol("123456789012345678901234567890", NULL, 10);
  if (errno == ERANGE || value < 0)
    return -1;
  return value;
}
