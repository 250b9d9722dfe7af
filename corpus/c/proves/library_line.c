// A line is read, and ends before its newline.
#include <stdio.h>
#include <string.h>

int first_of_line(void)
{
  char line[80];
  if (fgets(line, sizeof line, stdin) == NULL)
    return -1;
  char *end = strchr(line, '\n');
  if (end != NULL)
    *end = 0;
  return (int)strlen(line);
}
