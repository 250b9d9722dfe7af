/* What the tests of the library share: random inputs in blocks of exactly their size, and copies of these. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wctype.h>

static unsigned long long abide_state = 88172645463325252ULL;
static unsigned long long abide_next(void) {
  abide_state ^= abide_state << 13;
  abide_state ^= abide_state >> 7;
  return abide_state ^= abide_state << 17;
}
static long long abide_below(long long n) { return (long long)((abide_next() >> 11) % (unsigned long long)n); }

static struct { char *at, *copy; size_t size; } abide_blocks[64];
static int abide_count;
static struct { char *from, *to; } abide_written[16];
static int abide_ranges;
static FILE *abide_stream;

static void *abide_room(size_t size) {
  char *at = malloc(size ? size : 1);
  for (size_t i = 0; i < size; i++) at[i] = (char)abide_below(4);
  abide_blocks[abide_count].at = at;
  abide_blocks[abide_count].copy = malloc(size ? size : 1);
  abide_blocks[abide_count++].size = size;
  return at;
}
static void abide_save(void) {
  for (int b = 0; b < abide_count; b++)
    for (size_t i = 0; i < abide_blocks[b].size; i++) abide_blocks[b].copy[i] = abide_blocks[b].at[i];
}
static void *abide_before(const void *p) {
  for (int b = 0; b < abide_count; b++) {
    char *at = abide_blocks[b].at;
    if (at <= (char *)p && (char *)p < at + abide_blocks[b].size) return abide_blocks[b].copy + ((char *)p - at);
  }
  return (void *)p;
}
/* All that has changed lies in what may be written. */
static int abide_framed(void) {
  for (int b = 0; b < abide_count; b++)
    for (size_t i = 0; i < abide_blocks[b].size; i++) {
      char *at = abide_blocks[b].at + i;
      int allowed = *at == abide_blocks[b].copy[i];
      for (int r = 0; r < abide_ranges; r++) allowed |= abide_written[r].from <= at && at < abide_written[r].to;
      if (!allowed) return 0;
    }
  return 1;
}
#define abide_may_write(p, low, high) \
  if ((p) != (void *)0 && (low) <= (high)) { \
    abide_written[abide_ranges].from = (char *)((p) + (long long)(low)); \
    abide_written[abide_ranges++].to = (char *)((p) + (long long)(high) + 1); \
  }
static void abide_clear(void) {
  for (int b = 0; b < abide_count; b++) free(abide_blocks[b].at), free(abide_blocks[b].copy);
  abide_count = abide_ranges = 0;
  if (abide_stream) fclose(abide_stream);
  abide_stream = 0;
}

static char *abide_characters(long long size, int always) {
  static const char some[] = "aab bB1-0x.,\t\n\377~";
  if (!always && abide_below(16) == 0) return 0;
  if (abide_count && abide_below(6) == 0) {
    int b = (int)abide_below(abide_count);
    return abide_blocks[b].at + abide_below((long long)abide_blocks[b].size + 1);
  }
  char *at = abide_room((size_t)size);
  for (long long i = 0; i < size; i++) at[i] = some[abide_below(sizeof some - 1)];
  if (size && abide_below(8)) at[abide_below(4) ? size - 1 : abide_below(size)] = 0;
  return at;
}
static char *abide_text(void) { return abide_characters(abide_below(14), 0); }
static char *abide_buffer(void) { return abide_characters(abide_below(40), 0); }
static FILE *abide_file(void) {
  if (abide_below(16) == 0) return 0;
  abide_stream = tmpfile();
  for (long long n = abide_below(60); n > 0; n--) fputc("ab\n\0x"[abide_below(5)], abide_stream);
  rewind(abide_stream);
  return abide_stream;
}
static long long abide_integer(void) {
  static const long long some[] = {0, 1, -1, 2, -2, 9, 10, 127, 128, 255, 256, -128, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN,
                                   UINT_MAX, '0', 'a', 'Z', ' '};
  switch (abide_below(3)) {
    case 0: return some[abide_below(sizeof some / sizeof *some)];
    case 1: return abide_below(300) - 20;
    default: return (long long)abide_next();
  }
}
static size_t abide_size(void) { return abide_below(20) ? (size_t)abide_below(18) : (size_t)abide_integer(); }
static long double abide_real(void) {
  static const double some[] = {0, -0.0, 1, -1, 0.5, 1e300, -1e300, 1e-300, 3.14159, 2147483648.0, 1e19};
  switch (abide_below(3)) {
    case 0: return some[abide_below(sizeof some / sizeof *some)];
    case 1: return (long double)abide_below(2000) / 16 - 60;
    default: return abide_below(2) ? 1.0L / 0.0L : (long double)(long long)abide_next();
  }
}
static struct tm *abide_date(void) {
  struct tm *date = abide_room(sizeof *date);
  memset(date, 0, sizeof *date);
  date->tm_sec = (int)abide_below(61), date->tm_min = (int)abide_below(60), date->tm_hour = (int)abide_below(24);
  date->tm_mday = (int)abide_below(31) + 1, date->tm_mon = (int)abide_below(12), date->tm_year = (int)abide_below(300);
  date->tm_wday = (int)abide_below(7), date->tm_yday = (int)abide_below(366);
  return date;
}
static time_t *abide_moment(void) {
  time_t *t = abide_room(sizeof *t);
  *t = abide_below(3) ? abide_below(4000000000LL) : (time_t)abide_integer();
  return t;
}
static int abide_compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

/* Runs one function until so many of its inputs satisfied the precondition. */
static void abide_run(const char *name, int (*once)(void), int wanted) {
  int done = 0, tried = 0;
  printf("%s", name);
  fflush(stdout);
  for (; done < wanted && tried < wanted * 60; tried++) {
    done += once();
    abide_clear();
  }
  printf(" %d\n", done);
}
static int abide_wrong(const char *what) {
  printf(" WRONG %s\n", what);
  fflush(stdout);
  _Exit(3);
}
