// A file that could not be opened is closed.
#include <stdio.h>

int close_it(FILE *file)
{
  if (file != NULL)
    return 0;
  return fclose(file);  // FAILS
}
