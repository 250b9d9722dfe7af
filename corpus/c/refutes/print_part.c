// What is printed is read: strings up to a precision, and the stream itself.
#include <stdio.h>
#include <stdlib.h>

void freed(void)
{
  char *p = malloc(4);
  if (!p)
    return;
  p[0] = 'a';
  p[1] = 0;
  free(p);
  printf("%.2s", p);  // FAILS
}

void too_many(int n)
{
  char s[2] = {'a', 'b'};
  if (n == 3)
    printf("%.*s", n, s);  // FAILS
}

void no_stream(FILE *f)
{
  fprintf(f, "%d", 1);  // FAILS
}
