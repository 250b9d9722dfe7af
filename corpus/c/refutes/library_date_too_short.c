// The buffer is smaller than what is said of it.
#include <time.h>

int year(const struct tm *date)
{
  char text[4];
  if (date == NULL)
    return 0;
  return (int)strftime(text, 5, "%Y", date);  // FAILS
}
