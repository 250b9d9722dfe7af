// Every call may change the number of the last error.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

long number(void)
{
  errno = 0;
  long value = strtol("12", NULL, 10);
  assert(errno == 0);  // OPEN
  return value;
}
