// Pointers from outside may lead to members and variables whose address nobody takes here.
struct inner {
  int x, y;
};
struct outer {
  int n;
  struct inner in;
};
struct holder {
  int *p;
  int a;
};
int shared;

/*@ requires \valid(o) && \valid(p);
    assigns *p;
    ensures o->n == \old(o->n); // FAILS */
void to_a_member(struct outer *o, int *p)
{
  *p = 1;
}

/*@ requires \valid(o) && \valid(p);
    assigns p->x;
    ensures o->in.x == \old(o->in.x); // FAILS */
void to_a_structure_inside(struct outer *o, struct inner *p)
{
  p->x = 1;
}

/*@ requires \valid(p);
    assigns *p;
    ensures shared == \old(shared); // FAILS */
void to_a_variable(int *p)
{
  *p = 1;
}

/*@ requires \valid(h) && \valid(h->p);
    assigns *h->p;
    ensures h->a == \old(h->a); // FAILS */
void held_by_memory(struct holder *h)
{
  *h->p = 1;
}

/*@ assigns \nothing;
    ensures \result == \null || \valid(\result); */
int *found(void);

/*@ requires \valid(h);
    ensures h->a == \old(h->a); // FAILS */
void returned(struct holder *h)
{
  int *q = found();
  if (q)
    *q = 1;
}

unsigned count;

/*@ requires \valid(p);
    assigns *p;
    ensures count == \old(count); // FAILS */
void of_the_other_sign(int *p)
{
  *p = 1;
}
