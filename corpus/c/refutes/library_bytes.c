// Memory of any type, by its bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
  int x;
  char label;
};

/*@ requires stream != \null && \valid(p); */
void save(FILE *stream, struct point *p) {
  fwrite(p, sizeof *p, 2, stream); // FAILS
}

/*@ requires stream != \null && \valid(buffer + (0 .. n - 1)) && 0 < n; */
void load(FILE *stream, char *buffer, int n) {
  fread(buffer, 2, n, stream); // FAILS
}

int differ(void) {
  int a[2] = {1, 2}, b[1] = {1};
  return memcmp(a, b, sizeof a); // FAILS
}

int find(void) {
  char name[4] = "abc";
  return memchr(name, 'z', 100) != NULL; // FAILS
}

void written(FILE *stream) {
  if (stream)
    fread("abc", 1, 3, stream); // FAILS
}

static int by_value(const void *a, const void *b) { return 0; }

/*@ requires \valid(a + (0 .. n - 1)) && 0 < n < 1000; */
void sort(int *a, int n) {
  qsort(a, n, sizeof(long), by_value); // FAILS
}
