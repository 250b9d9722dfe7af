// Items that are found by the links inside of them: the old value.
#include <stddef.h>

struct link {
  struct link *next;
};

struct item {
  int key;
  struct link link;
};

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

int main(void) {
  struct item x = {4, {0}};
  struct link *l = &x.link;
  struct item *y = container_of(l, struct item, link);
  y->key++;
  //@ assert x.key == 4; // FAILS
  return 0;
}
