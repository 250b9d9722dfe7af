// Quotient and remainder, together.
#include <stdlib.h>

/*@ requires 0 <= cents;
    ensures \result == cents; */
int there_and_back(int cents)
{
  div_t parts = div(cents, 100);
  return parts.quot * 100 + parts.rem;
}
