// The arm of _Generic that is for the type of a value: promoted where it is computed, without qualifiers.
#include <assert.h>

int size_class(short s, const char *text)
{
  assert(_Generic(s, short: 1, int: 2) == 1);
  assert(_Generic(+s, short: 1, int: 2) == 2);
  assert(_Generic('a', char: 1, int: 2) == 2);
  assert(_Generic(s, const short: 1, default: 2) == 2);
  return _Generic(text, int *: 0, const char *: 1);
}
