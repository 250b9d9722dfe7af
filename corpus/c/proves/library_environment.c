// A setting, or what it is without one.
#include <stdlib.h>
#include <string.h>

int is_plain(void)
{
  const char *terminal = getenv("TERM");
  if (terminal == NULL)
    terminal = "dumb";
  return strcmp(terminal, "dumb") == 0;
}
