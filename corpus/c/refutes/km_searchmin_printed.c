// The least of the first n elements as printed, without n >= 1 (twin of km_searchmin.c): there
// need not be a first one.
/*@ requires \valid_read(a + (0 .. n - 1));
    ensures \forall integer x; 0 <= x < n ==> \result <= a[x]; */
int searchmin(int a[], int n)
{
  int j, min, ind;
  ind = 0;
  min = a[0];  // FAILS
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
  return min;
}
