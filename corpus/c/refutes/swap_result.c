// The quotient is written through a null pointer (twin of swap.c).
/*@ requires 0 <= a && 0 < b && (q == \null || \valid(q));
    assigns *q; */
void divide(int a, int b, int *q)
{
  *q = a / b;  // FAILS
}
