// Texts with numbers in them: one that is cut to size, one that fits.
#include <stdio.h>
#include <string.h>

unsigned long label(int number)
{
  char text[8];
  snprintf(text, sizeof text, "item %d", number);
  return strlen(text);
}

int digits(int number)
{
  char text[12];
  sprintf(text, "%d", number);
  return (int)strlen(text);
}
