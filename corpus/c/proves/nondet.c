// Inputs and assumptions as verification competitions write them.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int cond);
extern void reach_error(void);

void countdown(void)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0);
  int x = n, y = 0;
  /*% loop predicate 0 <= x, x + y == n; */
  while (x > 0) {
    x--;
    y++;
  }
  if (y != n)
    reach_error();
}

void no_zero(void)
{
  unsigned d = __VERIFIER_nondet_uint();
  if (d == 0)
    return;
  if (100 / d > 100)
    reach_error();
}
