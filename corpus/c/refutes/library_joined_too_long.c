// Two texts do not fit together into the buffer.
#include <string.h>

void joined(void)
{
  char text[8] = "abc";
  strcat(text, "defgh");  // FAILS
}
