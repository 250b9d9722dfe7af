// What a call writes is named as it was before the call, by the behaviour that applies.
#include <assert.h>

struct node {
  int value;
  struct node *next;
};

int at;
int table[10];
int state;

/*@ requires 0 <= at < 10;
    assigns at, table[at];
    ensures at == 5; */
void forward(void);

/*@ requires \valid(n) && \valid(n->next);
    assigns n->next, n->next->value;
    ensures n->next == \null; */
void cut(struct node *n);

/*@ behavior on:
      assumes x > 0;
      assigns state;
      ensures state == 1;
    behavior off:
      assumes x <= 0;
      assigns \nothing;
    disjoint behaviors; */
void turn(int x);

void others(void)
{
  at = 3;
  table[4] = 1;
  forward();
  assert(table[4] == 1 && at == 5);
}

/*@ requires \valid(n) && \valid(n->next) && n->next != n; */
void own_value(struct node *n)
{
  n->value = 7;
  cut(n);
  assert(n->value == 7 && !n->next);
}

/*@ assigns state; */
void turned(void)
{
  state = 7;
  turn(-1);
  assert(state == 7);
  turn(1);
  assert(state == 1);
}
