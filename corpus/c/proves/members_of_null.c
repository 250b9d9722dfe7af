// Where members lie in a structure can be told without an object; addresses of members of what is there are not null.
#include <assert.h>
#include <stddef.h>

struct item {
  int a;
  int b;
  int row[4];
};

int *second(struct item *p)
{
  return p ? &p->b : NULL;
}

int main(void)
{
  struct item i = { 1, 2, { 3 } };
  assert(offsetof(struct item, b) == 4);
  assert(second(NULL) == NULL);
  assert(second(&i) != NULL && *second(&i) == 2);
  struct item *p = 0;
  assert(sizeof(&p->b) == sizeof(int *));
  p = &i;
  int *q = p->row;
  assert(*q == 3);
  return 0;
}
