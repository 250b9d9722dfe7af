// Insertion sort.
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */
void insertion_sort(int *a, int n)
{
  /*@ loop invariant 0 <= i && (i <= n || i == 1);
      loop invariant \forall integer j, k; 0 <= j <= k < i && k < n ==> a[j] <= a[k];
      loop assigns i, a[0 .. n - 1];
      loop variant n - i; */
  for (int i = 1; i < n; i++) {
    int key = a[i];
    int j = i;
    /*@ loop invariant 0 <= j <= i;
        loop invariant \forall integer p, q; 0 <= p <= q <= i && p != j && q != j ==> a[p] <= a[q];
        loop invariant \forall integer q; j < q <= i ==> key < a[q];
        loop assigns j, a[0 .. i];
        loop variant j; */
    while (j > 0 && a[j - 1] > key) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = key;
  }
}
