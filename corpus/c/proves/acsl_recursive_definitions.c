// Recursive definitions: plainly well-founded, or told under `assumes`.
/*@ logic integer sum(integer n) = n <= 0 ? 0 : sum(n - 1) + n;
    logic integer cnt(int *a, integer lo, integer hi) = lo < hi ? cnt(a, lo + 1, hi) + (a[lo] == 0 ? 1 : 0) : 0;
    logic integer fac(integer n) = n == 0 ? 1 : n * fac(n - 1);
    predicate ev(integer n) = n == 0 || (n >= 2 && ev(n - 2)); 
    logic integer up(integer n) = n > 0 ? up(n + 1) : 0; */
/*@ requires n <= 0; ensures \result == sum(n); */
int a(int n) { return 0; }
/*@ requires \valid(x+(0..1)); requires x[0] == 0 && x[1] == 1; ensures \result == cnt(x, 0, 0); */
int b(int *x) { return 0; }
/*@ ensures \result == fac(0); */
int c(void) { return 1; }
/*@ ensures ev(\result); */
int d(void) { return 0; }
/*@ ensures up(-1) == \result; */
int e(void) { return 0; }
