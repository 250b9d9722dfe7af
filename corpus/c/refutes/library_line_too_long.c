// More is read than there is room for (twin of library_line.c).
#include <stdio.h>

int first_of_line(void)
{
  char line[80];
  if (fgets(line, 100, stdin) == NULL)  // FAILS
    return -1;
  return line[0];
}
