// The days of this month.
#include <time.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int days_of_month(void)
{
  time_t now = time(NULL);
  struct tm *date = localtime(&now);
  if (date == NULL)
    return 0;
  return days[date->tm_mon];
}
