// Bubble sort.
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */
void bubble_sort(int *a, int n)
{
  /*@ loop invariant 0 <= end <= n;
      loop invariant \forall integer i, j; end <= i <= j < n ==> a[i] <= a[j];
      loop invariant \forall integer i, j; 0 <= i < end <= j < n ==> a[i] <= a[j];
      loop assigns end, a[0 .. n - 1];
      loop variant end; */
  for (int end = n; end > 0; end--) {
    /*@ loop invariant 1 <= k <= end;
        loop invariant \forall integer i; 0 <= i < k ==> a[i] <= a[k - 1];
        loop invariant \forall integer i, j; end <= i <= j < n ==> a[i] <= a[j];
        loop invariant \forall integer i, j; 0 <= i < end <= j < n ==> a[i] <= a[j];
        loop assigns k, a[0 .. end - 1];
        loop variant end - k; */
    for (int k = 1; k < end; k++)
      if (a[k - 1] > a[k]) {
        int t = a[k - 1];
        a[k - 1] = a[k];
        a[k] = t;
      }
  }
}
