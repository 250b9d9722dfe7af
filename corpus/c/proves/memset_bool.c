#include <assert.h>
#include <string.h>

_Bool seen[8];

void all_seen(void) {
  memset(seen, 1, sizeof seen);
  assert(seen[3] == 1);
}

void none_seen(void) {
  memset(seen, 0, 4);
  assert(!seen[3]);
}
