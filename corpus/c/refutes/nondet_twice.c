// Every call gives a value of its own (twin of nondet.c).
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int cond);

void twice(void)
{
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x == __VERIFIER_nondet_int());  // FAILS
}
