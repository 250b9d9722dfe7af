// Pointers from outside may lead to members and variables whose address nobody takes here.
struct inner {
  int x, y;
};
struct outer {
  int n;
  struct inner in;
};
int shared;
static int own;

/*@ requires \valid(o) && \valid(p) && \separated(o, p);
    assigns *p;
    ensures o->n == \old(o->n) && o->in.x == \old(o->in.x); */
void apart(struct outer *o, int *p)
{
  *p = 1;
}

/*@ requires \valid(p) && \separated(p, &shared);
    assigns *p;
    ensures shared == \old(shared) && own == \old(own); */
void variables(int *p)
{
  *p = 1;
}

int read_own(void)
{
  return own;
}

unsigned count;

/*@ requires \valid(p) && \separated(p, &count);
    assigns *p;
    ensures count == \old(count); */
void of_the_other_sign(int *p)
{
  *p = 1;
}
