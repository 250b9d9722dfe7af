// A pointer that is kept as `void *` leads to the same memory when it is taken back, and not to another.
static void *pick(void *a, void *b, int first)
{
  return first ? a : b;
}

int picked(void)
{
  int x = 1, y = 2;
  int *p = pick(&x, &y, 1);
  *p = 8;
  //@ assert y == 8; // FAILS
  return y;
}

int gone(void)
{
  void *v;
  {
    int x = 3;
    v = &x;
  }
  int *p = v;
  return *p; // FAILS
}

int behind(void)
{
  int a[3] = {1, 2, 3};
  void *v = a + 3;
  int *q = v;
  return *q; // FAILS
}

struct pair {
  int a;
  int b;
};

/*@ requires \valid(s); */
void first_member(struct pair *s)
{
  void *v = &s->a;
  void *w = s;
  //@ assert v != w; // FAILS
}
