// The address of a member is taken somewhere, and elements are used that are none (twin of members_of_elements.c).
struct pair {
  int x, y;
};

//@ requires \valid(p);
int *lead(struct pair *p)
{
  return &p->y;
}

/*@ requires 0 <= n < 1000;
    requires \valid(b + (0 .. n)); */
void set(struct pair *b, int n)
{
  b[n + 1].y = 1;  // FAILS
}

/*@ requires 0 < n;
    requires \valid(b + (0 .. n - 1)); */
int last(struct pair *b, int n)
{
  struct pair *end = b + n;
  return end->y;  // FAILS
}

//@ requires \valid(b);
int *third(struct pair *b)
{
  return &b[3].y;  // FAILS
}
