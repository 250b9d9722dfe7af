// What comes behind the last dot.
#include <string.h>

int is_picture(void)
{
  char name[] = "house.png";
  char *dot = strrchr(name, '.');
  if (dot == NULL)
    return 0;
  return strcmp(dot + 1, "png") == 0;
}
