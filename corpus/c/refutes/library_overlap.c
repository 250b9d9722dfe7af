// A text is copied over itself.
#include <string.h>

void drop_first(void)
{
  char text[8] = "xhello";
  strcpy(text, text + 1);  // FAILS
}
