// The lines of a file are counted.
#include <stdio.h>

unsigned lines(void)
{
  unsigned count = 0;
  FILE *file = fopen("notes.txt", "r");
  if (file == NULL)
    return 0;
  int c;
  while ((c = fgetc(file)) != EOF)
    if (c == '\n')
      count++;
  fclose(file);
  return count;
}
