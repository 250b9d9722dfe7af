// Swaps through pointers, orders three numbers, returns through pointers.
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(int *p, int *q)
{
  int t = *p;
  *p = *q;
  *q = t;
}

/*@ requires \valid(a) && \valid(b) && \valid(c) && \separated(a, b, c);
    assigns *a, *b, *c;
    ensures *a <= *b <= *c; */
void order3(int *a, int *b, int *c)
{
  if (*a > *b)
    swap(a, b);
  if (*b > *c)
    swap(b, c);
  if (*a > *b)
    swap(a, b);
}

/*@ requires 0 <= a && 0 < b && \valid(q) && \valid(r) && \separated(q, r);
    assigns *q, *r;
    ensures a == *q * b + *r && 0 <= *r < b; */
void divide(int a, int b, int *q, int *r)
{
  *q = a / b;
  *r = a % b;
}

/*@ assigns \nothing;
    ensures \result == 5; */
int use(void)
{
  int x = 2, y = 3;
  swap(&x, &y);
  //@ assert x == 3 && y == 2;
  int q, r;
  divide(17, x, &q, &r);
  return q;
}
