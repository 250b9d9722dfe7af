// Numbers from the input are used if they were there.
#include <stdio.h>

int area(void)
{
  int width, height;
  if (scanf("%d %d", &width, &height) != 2)
    return 0;
  if (width < 0 || width > 1000 || height < 0 || height > 1000)
    return 0;
  return width * height;
}

int initial(void)
{
  char name[20];
  if (scanf("%19s", name) != 1)
    return 0;
  return name[0];
}
