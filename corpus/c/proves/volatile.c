// What is volatile may have another value at each read; what stands beside it does not.
#include <assert.h>

typedef volatile unsigned reg;

struct port {
  reg status;
  int count;
};

volatile int samples[4];
static volatile int stop;

/*@ requires \valid(p); */
void count(struct port *p)
{
  p->count = 3;
  assert(p->count == 3);
}

int sample(unsigned i)
{
  return samples[i % 4];
}

void wait(void)
{
  while (!stop)
    ;
}

unsigned once(volatile unsigned v)
{
  unsigned a = v;
  unsigned b = a;
  assert(a == b);
  return b;
}
