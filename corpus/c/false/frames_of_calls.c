// What a call writes is named as it was before the call: where the index or the pointer goes later does not matter.
#include <assert.h>

struct node {
  int value;
  struct node *next;
};

int at;
int table[10];
int *place;

/*@ requires 0 <= at < 10;
    assigns at, table[at];
    ensures at == 5; */
void forward(void);

/*@ requires \valid(n) && \valid(n->next);
    assigns n->next, n->next->value;
    ensures n->next == \null; */
void cut(struct node *n);

/*@ requires \valid(place);
    assigns place, *place;
    ensures place == \null; */
void leave(void);

/*@ requires \valid(p) && \valid(*p);
    assigns *p, **p;
    ensures *p == \null; */
void clear(int **p);

/*@ behavior one:
      assumes x > 0;
      assigns at;
    behavior none:
      assumes x <= 0;
      assigns \nothing; */
void turn(int x);

void index(void)
{
  at = 3;
  table[3] = 1;
  forward();
  assert(table[3] == 1); // FAILS
}

/*@ requires \valid(n) && \valid(n->next) && n->next != n; */
void neighbour(struct node *n)
{
  struct node *next = n->next;
  next->value = 7;
  cut(n);
  assert(next->value == 7); // FAILS
}

void pointer(void)
{
  int x = 1;
  place = &x;
  leave();
  assert(x == 1); // FAILS
}

void through(void)
{
  int x = 1;
  int *q = &x;
  clear(&q);
  assert(x == 1); // FAILS
}

void behaviour(int x)
{
  at = 7;
  turn(x);
  assert(at == 7); // FAILS
}
