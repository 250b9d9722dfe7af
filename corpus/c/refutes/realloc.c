// Mistakes around memory that gets another size (twin of proves/realloc.c).
#include <assert.h>
#include <stdlib.h>

int no_value(void)
{
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 0;
  p[0] = 3;
  p[1] = 4;
  int *q = realloc(p, 4 * sizeof *q);
  if (!q) {
    free(p);
    return 0;
  }
  int r = q[2]; // FAILS
  free(q);
  return r;
}

int old_one(void)
{
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 0;
  p[0] = 3;
  int *q = realloc(p, 4 * sizeof *q);
  if (!q) {
    free(p);
    return 0;
  }
  int r = p[0]; // FAILS
  free(q);
  return r;
}

int too_short(void)
{
  int *p = calloc(8, sizeof *p);
  if (!p)
    return 0;
  int *q = realloc(p, 2 * sizeof *q);
  if (!q) {
    free(p);
    return 0;
  }
  int r = q[2]; // FAILS
  free(q);
  return r;
}

int not_looked_at(void)
{
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 0;
  p = realloc(p, 4 * sizeof *p);
  p[1] = 2; // FAILS
  free(p);
  return 1;
}

void of_a_variable(void)
{
  int x[2] = { 1, 2 };
  int *p = realloc(x, 4 * sizeof *p); // FAILS
  free(p);
}

struct vector {
  int *data;
  int size, room;
};

/*@ requires \valid(v) && 0 <= v->size < v->room && \valid(v->data + (0 .. v->room - 1)) && \freeable(v->data);
    ensures v->size == 0; */
void emptied(struct vector *v)
{
  free(v->data);
  v->data[0] = 0; // FAILS
  v->size = 0;
}
