// One variable with two names: who writes one writes both.
#include <assert.h>

int level = 4;
extern int height __attribute__((alias("level")));
extern int depth __asm__("level");

void raise(void)
{
  level = 5;
  height = 6; // UNSUPPORTED
  assert(level == 5);
}

int read(void)
{
  return depth; // UNSUPPORTED
}
