// What has no value has none in the copy (twin of initialised_copy.c).
#include <string.h>

int copied(void)
{
  char a[8], b[8];
  a[0] = 1;
  memcpy(b, a, 8);
  return b[1];  // FAILS
}
