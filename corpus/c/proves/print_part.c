// What is printed is read: strings up to a precision, and the stream itself.
#include <stdio.h>
#include <stdlib.h>

void part(void)
{
  char s[2] = {'a', 'b'};
  printf("%.2s%.0s", s, s + 2);
}

void up_to_the_end(int n)
{
  char s[3] = "ab";
  printf("%.*s%.9s", n, s, s);
}

void streams(FILE *f)
{
  FILE *out = stdout;
  fprintf(stderr, "%d", 1);
  fputs("text", out);
  if (f)
    fputc('c', f);
}
