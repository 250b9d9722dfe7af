/* <string.h>: strings and memory. */
#include_next <string.h>
#include <abide_library.h>
#ifndef ABIDE_STRING_H
#define ABIDE_STRING_H

/* strlen: built in */
/* memcpy: built in */
/* memmove: built in */
/* memset: built in */
#undef strcmp
#undef strncmp
#undef strcoll
#undef strcpy
#undef strncpy
#undef stpcpy
#undef strcat
#undef strncat
#undef strxfrm
#undef strchr
#undef strrchr
#undef strstr
#undef strspn
#undef strcspn
#undef strpbrk
#undef strtok
#undef memcmp
#undef memchr
#undef strerror
#undef strdup
#undef strndup
#undef strnlen

/*@ requires __is_string(a) && __is_string(b);
  @ assigns \nothing;
  @ ensures \result != 0 <==> a[__difference(a, b)] != b[__difference(a, b)];
  @ ensures \result < 0 <==> (unsigned char)a[__difference(a, b)] < (unsigned char)b[__difference(a, b)];
  @*/
int strcmp(const char *a, const char *b);

/*@ requires __is_text(a, n) && __is_text(b, n);
  @ assigns \nothing;
  @ ensures \result != 0 <==> __difference_up_to(a, b, n) < n &&
  @                           a[__difference_up_to(a, b, n)] != b[__difference_up_to(a, b, n)];
  @ ensures \result < 0 <==> __difference_up_to(a, b, n) < n &&
  @           (unsigned char)a[__difference_up_to(a, b, n)] < (unsigned char)b[__difference_up_to(a, b, n)];
  @*/
int strncmp(const char *a, const char *b, size_t n);

/*@ requires __is_string(a) && __is_string(b);
  @ assigns \nothing;
  @*/
int strcoll(const char *a, const char *b);

/*@ requires \exists integer n; 0 <= n && \valid_read(src + (0 .. n)) && src[n] == 0 && \initialized(src + (0 .. n)) &&
  @          \valid(dest + (0 .. n)) && \separated(dest + (0 .. n), src + (0 .. n));
  @ assigns dest[0 .. __length(src)];
  @ ensures \result == dest;
  @ ensures \initialized(dest + (0 .. \old(__length(src))));
  @ ensures dest[\old(__length(src))] == 0;
  @ ensures \forall integer k; 0 <= k < \old(__length(src)) ==> dest[k] == \old(src[k]) && dest[k] != 0;
  @*/
char *strcpy(char *dest, const char *src);

/*@ requires \exists integer n; 0 <= n && \valid_read(src + (0 .. n)) && src[n] == 0 && \initialized(src + (0 .. n)) &&
  @          \valid(dest + (0 .. n)) && \separated(dest + (0 .. n), src + (0 .. n));
  @ assigns dest[0 .. __length(src)];
  @ ensures \result == dest + \old(__length(src));
  @ ensures \initialized(dest + (0 .. \old(__length(src))));
  @ ensures dest[\old(__length(src))] == 0;
  @ ensures \forall integer k; 0 <= k < \old(__length(src)) ==> dest[k] == \old(src[k]) && dest[k] != 0;
  @*/
char *stpcpy(char *dest, const char *src);

/*@ requires dest != \null && \valid(dest + (0 .. n - 1)) && __is_text_apart(src, n, dest, n);
  @ assigns dest[0 .. n - 1];
  @ ensures \result == dest;
  @ ensures \initialized(dest + (0 .. n - 1));
  @ ensures \forall integer k; 0 <= k < \old(__length_up_to(src, n)) ==> dest[k] == \old(src[k]) && dest[k] != 0;
  @ ensures \forall integer k; \old(__length_up_to(src, n)) <= k < n ==> dest[k] == 0;
  @*/
char *strncpy(char *dest, const char *src, size_t n);

/*@ requires \exists integer n; 0 <= n && \valid(dest + (0 .. n)) && dest[n] == 0 && \initialized(dest + (0 .. n)) &&
  @          \exists integer m; 0 <= m && \valid_read(src + (0 .. m)) && src[m] == 0 && \initialized(src + (0 .. m)) &&
  @            \valid(dest + (0 .. n + m)) && \separated(dest + (0 .. n + m), src + (0 .. m));
  @ assigns dest[__length(dest) .. __length(dest) + __length(src)];
  @ ensures \result == dest;
  @ ensures 0 <= \old(__length(dest)) && 0 <= \old(__length(src));
  @ ensures \valid(dest + (0 .. \old(__length(dest)) + \old(__length(src))));
  @ ensures \initialized(dest + (0 .. \old(__length(dest)) + \old(__length(src))));
  @ ensures dest[\old(__length(dest)) + \old(__length(src))] == 0;
  @ ensures \forall integer k; 0 <= k < \old(__length(src)) ==>
  @           dest[\old(__length(dest)) + k] == \old(src[k]) && dest[\old(__length(dest)) + k] != 0;
  @ ensures __length(dest) == \old(__length(dest)) + \old(__length(src));
  @*/
char *strcat(char *dest, const char *src);

/*@ requires \exists integer m; 0 <= m && \valid(dest + (0 .. m)) && dest[m] == 0 && \initialized(dest + (0 .. m)) &&
  @          (\valid(dest + (0 .. m + n)) && __is_text_apart(src, n, dest, m + n + 1) ||
  @           \exists integer k; 0 <= k < n && \valid_read(src + (0 .. k)) && src[k] == 0 &&
  @             \initialized(src + (0 .. k)) && \valid(dest + (0 .. m + k)) &&
  @             \separated(dest + (0 .. m + k), src + (0 .. k)));
  @ assigns dest[__length(dest) .. __length(dest) + __length_up_to(src, n)];
  @ ensures \result == dest;
  @ ensures 0 <= \old(__length(dest)) && 0 <= \old(__length_up_to(src, n));
  @ ensures \valid(dest + (0 .. \old(__length(dest)) + \old(__length_up_to(src, n))));
  @ ensures \initialized(dest + (0 .. \old(__length(dest)) + \old(__length_up_to(src, n))));
  @ ensures dest[\old(__length(dest)) + \old(__length_up_to(src, n))] == 0;
  @ ensures \forall integer k; 0 <= k < \old(__length_up_to(src, n)) ==>
  @           dest[\old(__length(dest)) + k] == \old(src[k]) && dest[\old(__length(dest)) + k] != 0;
  @ ensures __length(dest) == \old(__length(dest)) + \old(__length_up_to(src, n));
  @*/
char *strncat(char *dest, const char *src, size_t n);

/*@ requires __is_string(src) && \valid(dest + (0 .. n - 1));
  @ assigns dest[0 .. n - 1];
  @ ensures \result < n ==> \initialized(dest + (0 .. \result)) && dest[\result] == 0;
  @*/
size_t strxfrm(char *dest, const char *src, size_t n);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @ ensures \result != \null <==> s[__index(s, (char)c)] == (char)c;
  @ ensures \result != \null ==> \result == s + __index(s, (char)c);
  @*/
char *strchr(const char *s, int c);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @ ensures \result == \null ==> \forall integer k; 0 <= k <= __length(s) ==> s[k] != (char)c;
  @ ensures \result != \null ==> \exists integer i; 0 <= i <= __length(s) && \result == s + i && s[i] == (char)c &&
  @           \forall integer k; i < k <= __length(s) ==> s[k] != (char)c;
  @*/
char *strrchr(const char *s, int c);

/*@ requires __is_string(s) && __is_string(part);
  @ assigns \nothing;
  @ ensures \result == \null ==> 0 < __length(part);
  @ ensures \result == \null ==> \forall integer i; 0 <= i && i + __length(part) <= __length(s) ==>
  @           \exists integer k; 0 <= k < __length(part) && s[i + k] != part[k];
  @ ensures \result != \null ==> \exists integer i; 0 <= i && i + __length(part) <= __length(s) && \result == s + i &&
  @           (\forall integer k; 0 <= k < __length(part) ==> s[i + k] == part[k]) &&
  @           \forall integer j; 0 <= j < i ==> \exists integer k; 0 <= k < __length(part) && s[j + k] != part[k];
  @*/
char *strstr(const char *s, const char *part);

/*@ requires __is_string(s) && __is_string(set);
  @ assigns \nothing;
  @ ensures 0 <= \result <= __length(s);
  @ ensures \forall integer k; 0 <= k < \result ==> set[__index(set, s[k])] == s[k];
  @ ensures \result < __length(s) ==> set[__index(set, s[\result])] == 0;
  @*/
size_t strspn(const char *s, const char *set);

/*@ requires __is_string(s) && __is_string(set);
  @ assigns \nothing;
  @ ensures 0 <= \result <= __length(s);
  @ ensures \forall integer k; 0 <= k < \result ==> set[__index(set, s[k])] == 0;
  @ ensures \result < __length(s) ==> set[__index(set, s[\result])] == s[\result];
  @*/
size_t strcspn(const char *s, const char *set);

/*@ requires __is_string(s) && __is_string(set);
  @ assigns \nothing;
  @ ensures \result != \null ==> \exists integer i; 0 <= i < __length(s) && \result == s + i &&
  @           set[__index(set, s[i])] == s[i];
  @ ensures \result == \null ==> \forall integer k; 0 <= k < __length(s) ==> set[__index(set, s[k])] == 0;
  @*/
char *strpbrk(const char *s, const char *set);

/* It writes the string that an earlier call began with: what it changes is not known. */
/*@ requires s == \null || __is_string(s);
  @ requires __is_string(delimiters);
  @ requires s == \null ||
  @   (\exists integer n; 0 <= n && \valid(s + (0 .. n)) && s[n] == 0) ||
  @   (\forall integer i, j; 0 <= i < j < __length(s) && delimiters[__index(delimiters, s[i])] == 0 ==>
  @     delimiters[__index(delimiters, s[j])] == 0);
  @ ensures \result != \null ==> __is_string(\result) && \valid(\result) && *\result != 0;
  @*/
char *strtok(char *s, const char *delimiters);

/*@ requires a != \null && b != \null && \readable_bytes(a, n) && \readable_bytes(b, n);
  @ assigns \nothing;
  @ ensures n == 0 ==> \result == 0;
  @*/
int memcmp(const void *a, const void *b, size_t n);

/*@ requires s != \null;
  @ requires \readable_bytes(s, n) || \exists integer i; 0 <= i < n && \readable_bytes(s, i + 1) && ((char *)s)[i] == (char)c;
  @ assigns \nothing;
  @ ensures n == 0 ==> \result == \null;
  @*/
void *memchr(const void *s, int c, size_t n);

/*@ assigns __texts[0 .. 65535];
  @ ensures __is_string(\result) && \exists integer i; 0 <= i < 65536 && \result == __texts + i;
  @*/
char *strerror(int number);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @ ensures \result != \null ==> \fresh(\result, __length(s) + 1) && \freeable(\result) &&
  @           \valid(\result + (0 .. __length(s))) && \initialized(\result + (0 .. __length(s))) &&
  @           \result[__length(s)] == 0 && \forall integer k; 0 <= k < __length(s) ==> \result[k] == s[k];
  @*/
char *strdup(const char *s);

/*@ requires __is_text(s, n);
  @ assigns \nothing;
  @ ensures \result != \null ==>
  @           \fresh(\result, __length_up_to(s, n) + 1) && \freeable(\result) &&
  @           \valid(\result + (0 .. __length_up_to(s, n))) && \initialized(\result + (0 .. __length_up_to(s, n))) &&
  @           \result[__length_up_to(s, n)] == 0 &&
  @           \forall integer k; 0 <= k < __length_up_to(s, n) ==> \result[k] == s[k];
  @*/
char *strndup(const char *s, size_t n);

/*@ requires __is_text(s, n);
  @ assigns \nothing;
  @ ensures \result == __length_up_to(s, n);
  @*/
size_t strnlen(const char *s, size_t n);

#endif
