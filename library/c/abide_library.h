/* What the headers of the library share.
 *
 * Their contracts are those of ISO C and POSIX. A clause `assigns` names memory of the program: what the library keeps
 * for itself, streams and their buffers, is not; and `errno`, which almost every function may change, is unknown behind
 * each call. `\readable_bytes(p, n)` and `\writable_bytes(p, n)` say that n bytes of memory of any type can be accessed.
 * Functions of which a comment says "built in" have a meaning that no contract can express. */
#ifndef ABIDE_LIBRARY_H
#define ABIDE_LIBRARY_H

/*@ // A string: characters that have values, with a zero at their end.
  @ predicate __is_string(char *s) =
  @   \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0 && \initialized(s + (0 .. n));
  @
  @ // A string, or at least n characters that have values.
  @ predicate __is_text(char *s, integer n) =
  @   s != \null &&
  @   (n <= 0 || __is_string(s) || \valid_read(s + (0 .. n - 1)) && \initialized(s + (0 .. n - 1)));
  @
  @ // The same, apart from m characters that are to be written.
  @ predicate __is_text_apart(char *s, integer n, char *to, integer m) =
  @   s != \null && (n <= 0 ||
  @   (\valid_read(s + (0 .. n - 1)) && \initialized(s + (0 .. n - 1)) && \separated(to + (0 .. m - 1), s + (0 .. n - 1))) ||
  @   (\exists integer k; 0 <= k && \valid_read(s + (0 .. k)) && s[k] == 0 && \initialized(s + (0 .. k)) &&
  @      \separated(to + (0 .. m - 1), s + (0 .. k))));
  @
  @ // How many characters a string has; and how many of the first n.
  @ logic integer __length(char *s) = *s == 0 ? 0 : 1 + __length(s + 1);
  @ logic integer __length_up_to(char *s, integer n) = n <= 0 || *s == 0 ? 0 : 1 + __length_up_to(s + 1, n - 1);
  @
  @ // Where a character is in a string, or where the string ends.
  @ logic integer __index(char *s, integer c) = *s == c || *s == 0 ? 0 : 1 + __index(s + 1, c);
  @
  @ // Where two strings differ first, or both end; and where they do among the first n characters, or n.
  @ logic integer __difference(char *a, char *b) = *a != *b || *a == 0 ? 0 : 1 + __difference(a + 1, b + 1);
  @ logic integer __difference_up_to(char *a, char *b, integer n) =
  @   n <= 0 || *a != *b || *a == 0 ? 0 : 1 + __difference_up_to(a + 1, b + 1, n - 1);
  @*/

/* Where the library keeps texts that it overwrites later. */
extern char *const __texts;

#endif
