// There are no numbers with one digit only (twin of library_number.c).
#include <stdlib.h>

long number(int base)
{
  char *end;
  return strtol("1234", &end, base);  // FAILS
}
