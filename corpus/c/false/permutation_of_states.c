/* A value is lost in each round: what comes out is no permutation. */
/*@ predicate swapped{L1,L2}(int *a, integer n, integer i, integer j) =
      0 <= i < n && 0 <= j < n && \at(a[i], L1) == \at(a[j], L2) && \at(a[j], L1) == \at(a[i], L2) &&
      \forall integer k; 0 <= k < n && k != j && k != i ==> \at(a[k], L1) == \at(a[k], L2);
    inductive permuted{L1,L2}(int *a, integer n) {
      case same{L1}: \forall int *a, integer n; permuted{L1,L1}(a, n);
      case swap{L1,L2}: \forall int *a, integer n, i, j; swapped{L1,L2}(a, n, i, j) ==> permuted{L1,L2}(a, n);
      case both{L1,L2,L3}: \forall int *a, integer n;
        permuted{L1,L2}(a, n) && permuted{L2,L3}(a, n) ==> permuted{L1,L3}(a, n);
    }
    lemma back{L1,L2}: \forall int *a, integer n, i, j; swapped{L1,L2}(a, n, i, j) ==> swapped{L2,L1}(a, n, j, i); */

/*@ requires \valid(a + (0 .. 9));
    exits \false;
    assigns a[0 .. 9];
    ensures permuted{Pre,Post}(a, 10); */
void rotate(int *a) {
  /*@ loop invariant 0 <= i <= 9;
      loop invariant permuted{Pre,Here}(a, 10);  // FAILS
      loop assigns i, a[0 .. 9];
      loop variant 9 - i; */
  for (int i = 0; i < 9; i++) {
    //@ ghost begin: ;
    a[i] = a[i + 1];
  }
}
