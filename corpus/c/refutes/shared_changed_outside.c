// A variable that other files know may be changed by a function of theirs.
#include <assert.h>

void other(void);
int shared;

void keeps(void)
{
  shared = 1;
  other();
  assert(shared == 1); // FAILS
}
