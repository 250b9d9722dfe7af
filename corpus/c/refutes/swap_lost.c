// The first value is lost (twin of swap.c).
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q);
    ensures *q == \old(*p);  // FAILS
*/
void swap(int *p, int *q)
{
  *p = *q;
  *q = *p;
}
