// A cell may be written through a pointer to the unsigned type (twin of alias_signs.c).
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q; */
void both(int *p, unsigned *q)
{
  *p = 1;
  *q = 2;
  //@ assert *p == 1;  // FAILS
}
