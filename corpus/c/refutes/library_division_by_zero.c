// Nobody says that there are people to share with (twin of library_division.c).
#include <stdlib.h>

int share(int cents, int people)
{
  div_t parts = div(cents, people);  // FAILS
  return parts.quot;
}
