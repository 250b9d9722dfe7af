// Example 2 without its lower bound (twin of km_ex2.c): wrong for negative n.
extern unsigned int nd(void);

/*@ requires n <= 1000000; */
void tricky(int n)
{
  int i = 0, a = 0, b = 0;
  int x;
  /*% loop predicate 3 * i == a + b, 3 * n == a + b, 3 * (i + 1) == a + b, i < n; */
  /*@ loop invariant 0 <= i && 0 <= a <= 2 * i && 0 <= b <= 2 * i;
      loop assigns i, a, b, x; */
  while (i < n) {
    x = nd();
    if (x != 0) {
      a = a + 1;
      b = b + 2;
    } else {
      a = a + 2;
      b = b + 1;
    }
    i++;
  }
  //@ assert (a + b == 3 * n);  // FAILS
}
