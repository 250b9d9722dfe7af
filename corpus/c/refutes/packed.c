// Sizes of structures that are packed, wrong (twin of proves/packed.c).
#include <assert.h>
#include <stdlib.h>

struct __attribute__((packed)) head {
  unsigned char kind;
  unsigned int length;
  char text[];
};

struct loose {
  unsigned char kind;
  unsigned int length;
};

void sizes(void)
{
  assert(sizeof(struct head) == 8); // FAILS
}

void both(void)
{
  assert(sizeof(struct head) == sizeof(struct loose)); // FAILS
}

int made(unsigned char n)
{
  struct head *h = malloc(sizeof *h + n);
  if (h == NULL)
    return 0;
  h->text[n] = 0; // FAILS
  free(h);
  return 1;
}
