/* <stdlib.h>: numbers from strings, and others. */
#include_next <stdlib.h>
#include <abide_library.h>
#ifndef ABIDE_STDLIB_H
#define ABIDE_STDLIB_H

/* malloc: built in */
/* calloc: built in */
/* realloc: built in */
/* free: built in */
/* abort: built in */
/* exit: built in */
/* _Exit: built in */
/* quick_exit: built in */
/* abs: built in */
/* labs: built in */
/* llabs: built in */
/* rand: built in */
/* random: built in */
/* srand: built in */
#undef atoi
#undef atol
#undef atoll
#undef atof
#undef strtod
#undef strtof
#undef strtold
#undef strtol
#undef strtoll
#undef strtoul
#undef strtoull
#undef div
#undef ldiv
#undef lldiv
#undef getenv
#undef system
#undef srandom
#undef mblen
#undef setenv
#undef unsetenv
#undef qsort
#undef bsearch

/*@ requires __is_string(s);
  @ assigns \nothing;
  @*/
int atoi(const char *s);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @*/
long atol(const char *s);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @*/
long long atoll(const char *s);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @*/
double atof(const char *s);

/*@ requires __is_string(s);
  @ requires end == \null || \valid(end);
  @ assigns *end;
  @ ensures end != \null ==> \initialized(end) && \exists integer i; 0 <= i <= __length(s) && *end == s + i;
  @*/
double strtod(const char *s, char **end);

/*@ requires __is_string(s);
  @ requires end == \null || \valid(end);
  @ assigns *end;
  @ ensures end != \null ==> \initialized(end) && \exists integer i; 0 <= i <= __length(s) && *end == s + i;
  @*/
float strtof(const char *s, char **end);

/*@ requires __is_string(s);
  @ requires end == \null || \valid(end);
  @ assigns *end;
  @ ensures end != \null ==> \initialized(end) && \exists integer i; 0 <= i <= __length(s) && *end == s + i;
  @*/
long double strtold(const char *s, char **end);

/*@ requires __is_string(s);
  @ requires end == \null || \valid(end);
  @ requires base == 0 || 2 <= base <= 36;
  @ assigns *end;
  @ ensures end != \null ==> \initialized(end) && \exists integer i; 0 <= i <= __length(s) && *end == s + i;
  @*/
long strtol(const char *s, char **end, int base);

/*@ requires __is_string(s);
  @ requires end == \null || \valid(end);
  @ requires base == 0 || 2 <= base <= 36;
  @ assigns *end;
  @ ensures end != \null ==> \initialized(end) && \exists integer i; 0 <= i <= __length(s) && *end == s + i;
  @*/
long long strtoll(const char *s, char **end, int base);

/*@ requires __is_string(s);
  @ requires end == \null || \valid(end);
  @ requires base == 0 || 2 <= base <= 36;
  @ assigns *end;
  @ ensures end != \null ==> \initialized(end) && \exists integer i; 0 <= i <= __length(s) && *end == s + i;
  @*/
unsigned long strtoul(const char *s, char **end, int base);

/*@ requires __is_string(s);
  @ requires end == \null || \valid(end);
  @ requires base == 0 || 2 <= base <= 36;
  @ assigns *end;
  @ ensures end != \null ==> \initialized(end) && \exists integer i; 0 <= i <= __length(s) && *end == s + i;
  @*/
unsigned long long strtoull(const char *s, char **end, int base);

/*@ requires by != 0;
  @ requires (int)(n / by) == n / by;
  @ assigns \nothing;
  @ ensures \result.quot == n / by;
  @ ensures \result.rem == n % by;
  @*/
div_t div(int n, int by);

/*@ requires by != 0;
  @ requires (long)(n / by) == n / by;
  @ assigns \nothing;
  @ ensures \result.quot == n / by;
  @ ensures \result.rem == n % by;
  @*/
ldiv_t ldiv(long n, long by);

/*@ requires by != 0;
  @ requires (long long)(n / by) == n / by;
  @ assigns \nothing;
  @ ensures \result.quot == n / by;
  @ ensures \result.rem == n % by;
  @*/
lldiv_t lldiv(long long n, long long by);

/*@ requires __is_string(name);
  @ assigns \nothing;
  @ ensures \result == \null || __is_string(\result);
  @*/
char *getenv(const char *name);

/*@ requires command == \null || __is_string(command);
  @ assigns \nothing;
  @*/
int system(const char *command);

/*@ assigns \nothing;
  @*/
void srandom(unsigned int seed);

/*@ requires s == \null || __is_text(s, n);
  @ assigns \nothing;
  @ ensures -1 <= \result;
  @ ensures s != \null ==> \result <= n;
  @*/
int mblen(const char *s, size_t n);

/* What `getenv` returned may change. */
/*@ requires __is_string(name) && __is_string(value);
  @ ensures -1 <= \result <= 0;
  @*/
int setenv(const char *name, const char *value, int replace);

/*@ requires __is_string(name);
  @ ensures -1 <= \result <= 0;
  @*/
int unsetenv(const char *name);

/* What the comparison changes is not known. */
/*@ requires base != \null && \writable_bytes(base, n * size);
  @*/
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));

/*@ requires key != \null && base != \null && \readable_bytes(base, n * size);
  @ ensures n == 0 ==> \result == \null;
  @*/
void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *));

#endif
