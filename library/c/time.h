/* <time.h>: clocks and dates. */
#include_next <time.h>
#include <abide_library.h>
#ifndef ABIDE_TIME_H
#define ABIDE_TIME_H

/* time: built in */

/* Where `localtime` and `gmtime` keep what they return. */
extern struct tm *const __date;

#undef clock
#undef difftime
#undef mktime
#undef localtime
#undef localtime_r
#undef gmtime
#undef gmtime_r
#undef asctime
#undef ctime
#undef strftime
#undef nanosleep
#undef clock_gettime
#undef timespec_get

/*@ assigns \nothing;
  @ ensures -1 <= \result;
  @*/
clock_t clock(void);

/*@ assigns \nothing;
  @*/
double difftime(time_t a, time_t b);

/*@ requires \valid(date);
  @ assigns *date;
  @*/
time_t mktime(struct tm *date);

/*@ requires \valid_read(t);
  @ assigns *__date;
  @ ensures \result != \null ==> \result == __date && \valid(\result) && 0 <= \result->tm_sec <= 60 && 0 <= \result->tm_min <= 59 &&
  @           0 <= \result->tm_hour <= 23 && 1 <= \result->tm_mday <= 31 && 0 <= \result->tm_mon <= 11 &&
  @           0 <= \result->tm_wday <= 6 && 0 <= \result->tm_yday <= 365;
  @*/
struct tm *localtime(const time_t *t);

/*@ requires \valid_read(t) && \valid(date);
  @ assigns *date;
  @ ensures \result == \null || \result == date;
  @ ensures \result != \null ==> \valid(\result) && 0 <= \result->tm_sec <= 60 && 0 <= \result->tm_min <= 59 &&
  @           0 <= \result->tm_hour <= 23 && 1 <= \result->tm_mday <= 31 && 0 <= \result->tm_mon <= 11 &&
  @           0 <= \result->tm_wday <= 6 && 0 <= \result->tm_yday <= 365;
  @*/
struct tm *localtime_r(const time_t *t, struct tm *date);

/*@ requires \valid_read(t);
  @ assigns *__date;
  @ ensures \result != \null ==> \result == __date && \valid(\result) && 0 <= \result->tm_sec <= 60 && 0 <= \result->tm_min <= 59 &&
  @           0 <= \result->tm_hour <= 23 && 1 <= \result->tm_mday <= 31 && 0 <= \result->tm_mon <= 11 &&
  @           0 <= \result->tm_wday <= 6 && 0 <= \result->tm_yday <= 365;
  @*/
struct tm *gmtime(const time_t *t);

/*@ requires \valid_read(t) && \valid(date);
  @ assigns *date;
  @ ensures \result == \null || \result == date;
  @ ensures \result != \null ==> \valid(\result) && 0 <= \result->tm_sec <= 60 && 0 <= \result->tm_min <= 59 &&
  @           0 <= \result->tm_hour <= 23 && 1 <= \result->tm_mday <= 31 && 0 <= \result->tm_mon <= 11 &&
  @           0 <= \result->tm_wday <= 6 && 0 <= \result->tm_yday <= 365;
  @*/
struct tm *gmtime_r(const time_t *t, struct tm *date);

/*@ requires \valid_read(date);
  @ assigns __texts[0 .. 65535];
  @ ensures \result != \null ==> __is_string(\result) && \exists integer i; 0 <= i < 65536 && \result == __texts + i;
  @*/
char *asctime(const struct tm *date);

/*@ requires \valid_read(t);
  @ assigns __texts[0 .. 65535];
  @ ensures \result != \null ==> __is_string(\result) && \exists integer i; 0 <= i < 65536 && \result == __texts + i;
  @*/
char *ctime(const time_t *t);

/*@ requires \valid(s + (0 .. n - 1)) && __is_string(format) && \valid_read(date);
  @ assigns s[0 .. n - 1];
  @ ensures \result == 0 || \result < n;
  @ ensures \result > 0 ==> \initialized(s + (0 .. \result)) && s[\result] == 0;
  @*/
size_t strftime(char *s, size_t n, const char *format, const struct tm *date);

/*@ requires \valid_read(t);
  @ requires left == \null || \valid(left);
  @ assigns *left;
  @ ensures -1 <= \result <= 0;
  @*/
int nanosleep(const struct timespec *t, struct timespec *left);

/*@ requires \valid(t);
  @ assigns *t;
  @ ensures -1 <= \result <= 0;
  @*/
int clock_gettime(clockid_t which, struct timespec *t);

/*@ requires \valid(t);
  @ assigns *t;
  @*/
int timespec_get(struct timespec *t, int base);

#endif
