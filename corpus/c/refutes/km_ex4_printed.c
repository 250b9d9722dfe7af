// Example 4 as printed, without a precondition (twin of km_ex4.c): b is arbitrary if n is 0.
extern int nd();

void test(int n)
{
  int b;
  int i = 0;
  /*% loop predicate i <= n, b != 0, i < n; */
  while (i < n) {
    b = nd();
    if (b != 0)
      i++;
  }
  //@ assert (i == n) && (b != 0);  // FAILS
}
