// The least of the first n elements (Kalyanasundaram & Marché, section 5.2).
// Printed: all six predicates. The precondition is missing in the paper.
/*@ requires n >= 1 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \forall integer x; 0 <= x < n ==> \result <= a[x]; */
int searchmin(int a[], int n)
{
  int j, min, ind;
  ind = 0;
  min = a[0];
  j = 1;
  /*% skolem int r; */
  /*% loop predicate 0 <= r < j, a[r] >= min, 0 < j, n >= 1, 0 <= ind < n, min == a[ind]; */
  while (j < n) {
    if (a[j] < min) {
      ind = j;
      min = a[j];
    }
    j++;
  }
  //@ assert 0 <= ind < n && min == a[ind];
  return min;
}
