// Walks over lists whose cells are all valid: from every cell one comes to a cell or nowhere.
struct node {
  int value;
  struct node *next;
};

/*@ predicate closed{L} =
      \forall struct node *p; \valid(p) ==> p->next == \null || \valid(p->next); */

/*@ requires closed && (l == \null || \valid(l));
    assigns \nothing;
    ensures \result == \null || (\valid(\result) && \result->value == x); */
struct node *find(struct node *l, int x)
{
  /*@ loop invariant l == \null || \valid(l);
      loop assigns l; */
  while (l && l->value != x)
    l = l->next;
  return l;
}

/*@ requires closed && (l == \null || \valid(l));
    assigns \nothing;
    ensures 0 <= \result; */
unsigned count(struct node *l)
{
  unsigned n = 0;
  /*@ loop invariant l == \null || \valid(l);
      loop assigns l, n; */
  for (; l; l = l->next)
    n++;
  return n;
}

/*@ requires closed && \valid(l);
    assigns \nothing;
    ensures \valid(\result) && \result->next == \null; */
struct node *last(struct node *l)
{
  /*@ loop invariant \valid(l);
      loop assigns l; */
  while (l->next != 0)
    l = l->next;
  return l;
}
