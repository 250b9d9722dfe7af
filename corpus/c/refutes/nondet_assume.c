// Without the assumption the input may be negative (twin of nondet.c).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void countdown(void)
{
  int n = __VERIFIER_nondet_int();
  int x = n, y = 0;
  /*% loop predicate 0 <= x, x + y == n; */
  while (x > 0) {
    x--;
    y++;
  }
  if (y != n)
    reach_error();  // FAILS
}
