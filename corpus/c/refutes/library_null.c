// Nobody looks whether there is a string.
#include <stdlib.h>

/*@ requires s == \null || \valid_read(s); */
int value(const char *s)
{
  return atoi(s);  // FAILS
}
