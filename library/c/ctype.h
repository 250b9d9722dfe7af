/* <ctype.h> in the "C" locale: classes of characters and their conversion. A character is a value of `unsigned char` or EOF. */
#include_next <ctype.h>
#ifndef ABIDE_CTYPE_H
#define ABIDE_CTYPE_H
#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef tolower
#undef toupper

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> 'a' <= c <= 'z' || 'A' <= c <= 'Z' || '0' <= c <= '9';
  @*/
int isalnum(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> 'a' <= c <= 'z' || 'A' <= c <= 'Z';
  @*/
int isalpha(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> c == ' ' || c == '\t';
  @*/
int isblank(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> 0 <= c <= 31 || c == 127;
  @*/
int iscntrl(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> '0' <= c <= '9';
  @*/
int isdigit(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> 33 <= c <= 126;
  @*/
int isgraph(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> 'a' <= c <= 'z';
  @*/
int islower(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> 32 <= c <= 126;
  @*/
int isprint(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> 33 <= c <= 47 || 58 <= c <= 64 || 91 <= c <= 96 || 123 <= c <= 126;
  @*/
int ispunct(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> c == ' ' || 9 <= c <= 13;
  @*/
int isspace(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> 'A' <= c <= 'Z';
  @*/
int isupper(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result != 0 <==> '0' <= c <= '9' || 'a' <= c <= 'f' || 'A' <= c <= 'F';
  @*/
int isxdigit(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result == ('A' <= c <= 'Z' ? c + 32 : c);
  @*/
int tolower(int c);

/*@ requires -1 <= c <= 255;
  @ assigns \nothing;
  @ ensures \result == ('a' <= c <= 'z' ? c - 32 : c);
  @*/
int toupper(int c);

#endif
