// No zero is among the characters that are compared.
#include <string.h>

int is_no(void)
{
  char answer[2] = {'n', 'o'};
  return strcmp(answer, "no") == 0;  // FAILS
}
