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
  fwrite(p, sizeof *p, 1, stream);
}

/*@ requires stream != \null && \valid(buffer + (0 .. n - 1)) && 0 < n; */
void load(FILE *stream, char *buffer, int n) {
  fread(buffer, 1, n, stream);
}

int differ(void) {
  int a[2] = {1, 2}, b[2] = {1};
  return memcmp(a, b, sizeof a);
}

int find(void) {
  char name[4] = "abc";
  return memchr(name, 'c', 100) != NULL;
}

static int by_value(const void *a, const void *b) { return 0; }

/*@ requires \valid(a + (0 .. n - 1)) && 0 < n < 1000; */
void sort(int *a, int n) {
  qsort(a, n, sizeof(int), by_value);
}
