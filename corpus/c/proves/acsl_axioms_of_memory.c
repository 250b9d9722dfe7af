// Axioms about memory, overloaded predicates, sums, null pointers and \from, as in "ACSL by Example".
typedef int value_type;
typedef unsigned int size_type;

/*@ axiomatic Sum {
  @   logic integer Sum{L}(int *a, integer n) reads a[0 .. n - 1];
  @   axiom none{L}: \forall int *a, integer n; n <= 0 ==> Sum(a, n) == 0;
  @   axiom next{L}: \forall int *a, integer n; n >= 0 ==> Sum(a, n + 1) == Sum(a, n) + a[n];
  @ }
  @ predicate NoneEqual{L}(value_type *a, integer m, integer n, value_type v) = \forall integer i; m <= i < n ==> a[i] != v;
  @ predicate NoneEqual{L}(value_type *a, integer n, value_type v) = NoneEqual(a, 0, n, v);
  @*/

/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
  @ requires \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 100;
  @ assigns \nothing;
  @ ensures \result == Sum(a, n);
  @*/
int sum(int *a, int n) {
  int s = 0;
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant s == Sum(a, i);
    @ loop invariant 0 <= s <= 100 * i;
    @ loop assigns i, s;
    @ loop variant n - i;
    @*/
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}

/*@ requires \valid_read(a + (0 .. n - 1));
  @ assigns \nothing;
  @ ensures 0 <= \result <= n;
  @ ensures NoneEqual(a, \result, v);
  @ ensures \result < n ==> a[\result] == v;
  @*/
size_type find(const value_type *a, size_type n, value_type v) {
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant NoneEqual(a, i, v);
    @ loop assigns i;
    @ loop variant n - i;
    @*/
  for (size_type i = 0u; i < n; i++) {
    if (a[i] == v) return i;
  }
  return n;
}

/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
  @ assigns \nothing;
  @ ensures \result == \numof(0, n - 1, \lambda integer k; a[k] == 0);
  @*/
int zeros(int *a, int n) {
  int c = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= c <= i;
    @ loop invariant c == \numof(0, i - 1, \lambda integer k; a[k] == 0);
    @ loop assigns i, c;
    @ loop variant n - i;
    @*/
  for (int i = 0; i < n; i++) {
    if (a[i] == 0) c++;
  }
  return c;
}

/*@ requires p == 0 || \valid(p);
  @ assigns *p \from x, p;
  @ ensures p != (void *)0 ==> *p == x;
  @*/
void put(int *p, int x) {
  if (p) *p = x;
}
