// One cell, seen as a signed and as an unsigned number.
/*@ requires \valid(p) && \valid(q) && \separated(p, q);
    assigns *p, *q;
    ensures *p == 1 && *q == 2; */
void both(int *p, unsigned *q)
{
  *p = 1;
  *q = 2;
}

/*@ requires \valid(p);
    assigns *p; */
void minus_one(int *p)
{
  unsigned *q = (unsigned *)p;
  *q = 4294967295u;
  //@ assert *p == -1;
}
