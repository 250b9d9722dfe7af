// The least of the first n elements (Kalyanasundaram & Marché, section 6.1).
// Printed: all three predicates; what bounds the index is given.
/*@ requires n >= 1 && \valid_read(a + (0 .. n - 1)); */
void searchmin(int a[], int n)
{
  int j, min, ind;
  ind = 0;
  min = a[0];
  j = 1;
  /*% skolem int r; */
  /*% loop predicate 0 <= r < j, a[r] >= min, min == a[ind]; */
  /*@ loop invariant 1 <= j;
      loop assigns j, min, ind; */
  while (j < n) {
    if (a[j] < min) {
      ind = j;
      min = a[j];
    }
    j++;
  }
  //@ assert \forall integer x; 0 <= x < n ==> min <= a[x];
  //@ assert min == a[ind];
}
