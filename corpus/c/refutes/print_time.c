// A time of day and a date, as text: no room for the end of the date.
#include <stdio.h>

/*@ requires 0 <= h < 24 && 0 <= m < 60 && 0 <= s < 60 && \valid(out + (0 .. 8));
    assigns out[0 .. 8]; */
void print_time(char *out, int h, int m, int s) {
  sprintf(out, "%02d:%02d:%02d", h, m, s);
}

/*@ requires 1 <= year <= 9999 && 1 <= month <= 12 && 1 <= day <= 31; */
void print_date(int year, int month, int day) {
  char out[10];
  sprintf(out, "%04d-%02d-%02d", year, month, day); // FAILS
  puts(out);
}
