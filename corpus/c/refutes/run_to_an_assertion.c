// What a function returns that calls itself is known where the program has no input.
#include <assert.h>
#include <stddef.h>

struct list { int value; struct list *next; };

static void sort(struct list *all)
{
  if (all == NULL || all->next == NULL)
    return;
  sort(all->next);
  if (all->value > all->next->value) {
    int value = all->value;
    all->value = all->next->value;
    all->next->value = value;
  }
}

int main(void)
{
  struct list c = {1, NULL}, b = {2, &c}, a = {3, &b};
  sort(&a);
  assert(a.value == 1);
  // one pass is not enough
  assert(b.value == 2); // FAILS
  return 0;
}
