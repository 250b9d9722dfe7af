// Axioms about memory, overloaded predicates and sums, each with something wrong.
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

/*@ requires \valid(a);
  @ ensures Sum(a, 1) == \old(Sum(a, 1)); // FAILS
  @*/
void changed(int *a) {
  *a = 7;
}

/*@ requires \valid_read(a + (0 .. 9)) && NoneEqual(a, 5, 3);
  @ ensures \result != 3; // FAILS
  @*/
int beyond(value_type *a) {
  return a[5];
}

/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
  @ ensures \result == \numof(0, n - 1, \lambda integer k; a[k] == 0); // FAILS
  @*/
int ones(int *a, int n) {
  int c = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= c <= i;
    @ loop invariant c == \numof(0, i - 1, \lambda integer k; a[k] == 1);
    @*/
  for (int i = 0; i < n; i++) {
    if (a[i] == 1) c++;
  }
  return c;
}

/*@ requires p == 0; */
int read(int *p) {
  return *p; // FAILS
}
