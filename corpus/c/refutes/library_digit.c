// Not every number is a character.
#include <ctype.h>

int is_digit(int c)
{
  return c < 1000 && isdigit(c);  // FAILS
}
