// What a `void *` points to must be known to be of the type it is taken for; and addresses of a structure and of its
// members are compared by a layout that is not always known.
struct pair {
  int a;
  int b;
};

/*@ requires \valid(p); */
int as_short(int *p)
{
  void *v = p;
  short *s = v; // OPEN
  return *s;
}

/*@ requires \valid(s); */
void first_member(struct pair *s)
{
  void *v = &s->a;
  void *w = s;
  //@ assert v != w; // OPEN
}
