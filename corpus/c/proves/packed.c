// Structures whose members lie one right behind the other.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct __attribute__((packed)) head {
  unsigned char kind;
  unsigned int length;
  char text[];
};

#pragma pack(push, 1)
struct record {
  char kind;
  struct {
    char c;
    long value;
  } inner;
};
#pragma pack(pop)

struct outer {
  char c;
  struct __attribute__((packed)) {
    char d;
    int x;
  } inner;
};

void sizes(void)
{
  assert(sizeof(struct head) == 5);
  assert(sizeof(struct record) == 10);
  assert(sizeof(struct outer) == 6);
}

struct head *made(unsigned char n)
{
  struct head *h = malloc(sizeof *h + n + 1);
  if (h == NULL)
    return NULL;
  h->kind = 1;
  h->length = n;
  h->text[n] = 0;
  return h;
}
