// Counts the non-zero answers (Kalyanasundaram & Marché, example 4).
// Printed: all three predicates. The precondition is missing in the paper.
extern int nd(void);

/*@ requires n > 0; */
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
  //@ assert (i == n) && (b != 0);
}
