// what has no value as a `_Bool` is an error only where it is read
#include <string.h>

_Bool seen[8];

int wrong_byte(void) {
  memset(seen, -1, sizeof seen); // OPEN
  return seen[0];
}
