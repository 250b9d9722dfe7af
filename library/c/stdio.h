/* <stdio.h>: input and output. What a stream keeps is not memory of the program. */
#include_next <stdio.h>
#include <abide_library.h>
#ifndef ABIDE_STDIO_H
#define ABIDE_STDIO_H

/* printf: built in */
/* fprintf: built in */
/* dprintf: built in */
/* sprintf: built in */
/* snprintf: built in */
/* scanf: built in */
/* fscanf: built in */
/* sscanf: built in */
/* puts: built in */
/* putchar: built in */
/* fputs: built in */
/* fputc: built in */
/* putc: built in */
/* fflush: built in */
/* perror: built in */
/* getchar: built in */
#undef fopen
#undef freopen
#undef fdopen
#undef popen
#undef pclose
#undef tmpfile
#undef fclose
#undef fgetc
#undef getc
#undef ungetc
#undef fgets
#undef fseek
#undef ftell
#undef rewind
#undef clearerr
#undef feof
#undef ferror
#undef fileno
#undef remove
#undef rename
#undef fgetpos
#undef fsetpos
#undef setbuf
#undef setvbuf
#undef fread
#undef fwrite

/*@ requires __is_string(name) && __is_string(mode);
  @ assigns \nothing;
  @*/
FILE *fopen(const char *name, const char *mode);

/*@ requires name == \null || __is_string(name);
  @ requires __is_string(mode);
  @ requires stream != \null;
  @ assigns \nothing;
  @ ensures \result == \null || \result == stream;
  @*/
FILE *freopen(const char *name, const char *mode, FILE *stream);

/*@ requires __is_string(mode);
  @ assigns \nothing;
  @*/
FILE *fdopen(int file, const char *mode);

/*@ requires __is_string(command) && __is_string(mode);
  @ assigns \nothing;
  @*/
FILE *popen(const char *command, const char *mode);

/*@ requires stream != \null;
  @ assigns \nothing;
  @*/
int pclose(FILE *stream);

/*@ assigns \nothing;
  @*/
FILE *tmpfile(void);

/*@ requires stream != \null;
  @ assigns \nothing;
  @ ensures -1 <= \result <= 0;
  @*/
int fclose(FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @ ensures -1 <= \result <= 255;
  @*/
int fgetc(FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @ ensures -1 <= \result <= 255;
  @*/
int getc(FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @ ensures \result == -1 || \result == (unsigned char)c;
  @*/
int ungetc(int c, FILE *stream);

/*@ requires stream != \null;
  @ requires \valid(s + (0 .. n - 1));
  @ assigns s[0 .. n - 1];
  @ ensures \result == \null || \result == s;
  @ ensures \result != \null && n > 0 ==> \exists integer k; 0 <= k < n && s[k] == 0 && \initialized(s + (0 .. k)) &&
  @           \forall integer i; 0 <= i < k - 1 ==> s[i] != '\n';
  @ ensures \result != \null && n > 1 ==> \initialized(s + (0 .. 1));
  @*/
char *fgets(char *s, int n, FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @ ensures -1 <= \result <= 0;
  @*/
int fseek(FILE *stream, long offset, int origin);

/*@ requires stream != \null;
  @ assigns \nothing;
  @ ensures -1 <= \result;
  @*/
long ftell(FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @*/
void rewind(FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @*/
void clearerr(FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @*/
int feof(FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @*/
int ferror(FILE *stream);

/*@ requires stream != \null;
  @ assigns \nothing;
  @ ensures -1 <= \result;
  @*/
int fileno(FILE *stream);

/*@ requires __is_string(name);
  @ assigns \nothing;
  @*/
int remove(const char *name);

/*@ requires __is_string(from) && __is_string(to);
  @ assigns \nothing;
  @*/
int rename(const char *from, const char *to);

/*@ requires stream != \null;
  @ requires \valid(position);
  @ assigns *position;
  @*/
int fgetpos(FILE *stream, fpos_t *position);

/*@ requires stream != \null;
  @ requires \valid_read(position);
  @ assigns \nothing;
  @*/
int fsetpos(FILE *stream, const fpos_t *position);

enum { __buffer_size = BUFSIZ };

/* It keeps the memory that it is given. */
/*@ requires stream != \null;
  @ requires memory == \null || \valid(memory + (0 .. __buffer_size - 1));
  @*/
void setbuf(FILE *stream, char *memory);

/*@ requires stream != \null;
  @ requires memory == \null || \valid(memory + (0 .. size - 1));
  @*/
int setvbuf(FILE *stream, char *memory, int mode, size_t size);

/* What it fills is memory of any type. */
/*@ requires stream != \null;
  @ requires \writable_bytes(p, size * n);
  @ ensures 0 <= \result <= n;
  @*/
size_t fread(void *p, size_t size, size_t n, FILE *stream);

/*@ requires stream != \null;
  @ requires \readable_bytes(p, size * n);
  @ assigns \nothing;
  @ ensures 0 <= \result <= n;
  @*/
size_t fwrite(const void *p, size_t size, size_t n, FILE *stream);

#endif
