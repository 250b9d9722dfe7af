// The index is stepped before it is used (twin of expressions.c).
/*@ requires \valid(a + (0 .. 9)) && 0 <= i < 10;
    assigns a[0 .. 9]; */
void put(int *a, int i, int x)
{
  a[++i] = x;  // FAILS
}
