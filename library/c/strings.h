/* <strings.h>: more functions for strings. */
#include_next <strings.h>
#include <abide_library.h>
#ifndef ABIDE_STRINGS_H
#define ABIDE_STRINGS_H
#undef strcasecmp
#undef strncasecmp
#undef index
#undef rindex
#undef ffs

/*@ requires __is_string(a) && __is_string(b);
  @ assigns \nothing;
  @ ensures a[__difference(a, b)] == b[__difference(a, b)] ==> \result == 0;
  @*/
int strcasecmp(const char *a, const char *b);

/*@ requires __is_text(a, n) && __is_text(b, n);
  @ assigns \nothing;
  @ ensures __difference_up_to(a, b, n) >= n ==> \result == 0;
  @*/
int strncasecmp(const char *a, const char *b, size_t n);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @ ensures \result != \null <==> s[__index(s, (char)c)] == (char)c;
  @ ensures \result != \null ==> \result == s + __index(s, (char)c);
  @*/
char *index(const char *s, int c);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @ ensures \result != \null ==> \exists integer i; 0 <= i <= __length(s) && \result == s + i && s[i] == (char)c &&
  @           \forall integer k; i < k <= __length(s) ==> s[k] != (char)c;
  @ ensures \result == \null ==> \forall integer k; 0 <= k <= __length(s) ==> s[k] != (char)c;
  @*/
char *rindex(const char *s, int c);

/*@ assigns \nothing;
  @ ensures 0 <= \result <= 32;
  @ ensures \result == 0 <==> i == 0;
  @ ensures \result == 1 <==> i % 2 != 0;
  @*/
int ffs(int i);

#endif
