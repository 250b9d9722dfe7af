// The name of a setting is no string.
#include <stdlib.h>

int is_set(int which)
{
  const char *name = which == 1 ? "HOME" : NULL;
  return getenv(name) != NULL;  // FAILS
}
