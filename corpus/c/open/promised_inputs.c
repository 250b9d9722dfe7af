// What callers promise without a contract: inputs that break it refute nothing. A cast alone fails nowhere.
#include <assert.h>

struct small {
  int k;
};
struct large {
  long k;
};

/*@ requires \valid(p) && \valid(q); */
void apart(int *restrict p, int *restrict q)
{
  *p = 1;
  *q = 2;
  assert(*p == 1); // OPEN
}

/*@ requires \valid(p) && \valid(q); */
void apart_from_any(int *restrict p, int *q)
{
  *p = 1;
  *q = 2;
  assert(*p == 1); // OPEN
}

int fourth(int a[static 4])
{
  return a[3]; // OPEN
}

__attribute__((nonnull)) int same(int *p, int *q)
{
  assert(p && q); // OPEN
  return p == q;
}

/*@ requires kind != 0 ==> \valid((struct small *)p);
    requires kind == 0 ==> \valid((struct large *)p); */
long either(void *p, int kind)
{
  struct small *s = p; // OPEN
  struct large *l = p; // OPEN
  return kind ? s->k : l->k;
}
