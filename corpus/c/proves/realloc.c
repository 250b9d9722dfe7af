// Memory that gets another size keeps its content, or stays where it is.
#include <assert.h>
#include <stdlib.h>

int keeps(void)
{
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 0;
  p[0] = 3;
  p[1] = 4;
  int *q = realloc(p, 4 * sizeof *q);
  if (!q) {
    assert(p[1] == 4);
    free(p);
    return 0;
  }
  assert(q[0] == 3 && q[1] == 4);
  q[3] = 1;
  int r = q[0];
  free(q);
  return r;
}

int from_nothing(int n)
{
  if (n <= 0 || n > 100)
    return 0;
  char *p = realloc(NULL, n);
  if (!p)
    return 0;
  p[n - 1] = 'x';
  char *longer = realloc(p, n + 1);
  if (longer) {
    assert(longer[n - 1] == 'x');
    longer[n] = 0;
    p = longer;
  }
  free(p);
  return 1;
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
  v->data = NULL;
  v->size = 0;
  v->room = 0;
}
