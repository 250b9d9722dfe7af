// Exchanging one place with itself leaves nothing (twin of horner.c).
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q);  // FAILS
*/
void exchange(unsigned *p, unsigned *q)
{
  *p = *p + *q;
  *q = *p - *q;
  *p = *p - *q;
}
