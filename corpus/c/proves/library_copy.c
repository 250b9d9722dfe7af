// A copy that is given back.
#include <stdlib.h>
#include <string.h>

int second(void)
{
  char *copy = strdup("hello");
  if (copy == NULL)
    return 0;
  copy[0] = 'j';
  int c = copy[1];
  free(copy);
  return c;
}
