// A value has no qualifiers: the arm for `const int` is for none.
#include <assert.h>

void number(int n)
{
  assert(_Generic(n, const int: 1, int: 2) == 1); // FAILS
}
