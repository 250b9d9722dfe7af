// Setting the first n cells to zero (Kalyanasundaram & Marché, section 6.1).
// Printed: all three predicates, the range being a single one. The precondition and the lower
// bound of the index are not.
/*@ requires \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == 0; */
void initcheck(int *a, int n)
{
  int i = 0;
  /*% skolem int j; */
  /*% loop predicate i < n, 0 <= j < i, a[j] == 0; */
  /*@ loop invariant 0 <= i;
      loop assigns i, a[0 .. n - 1]; */
  while (i < n) {
    a[i] = 0;
    i++;
  }
}
