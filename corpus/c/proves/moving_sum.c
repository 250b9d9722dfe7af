// Sums over a window that moves along an array.
/*@ requires 3 <= n <= 1000 && \valid_read(a + (0 .. n - 1)) && \valid(out + (0 .. n - 3));
    requires \separated(a + (0 .. n - 1), out + (0 .. n - 3));
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 1000;
    assigns out[0 .. n - 3];
    ensures \forall integer k; 0 <= k < n - 2 ==> 0 <= out[k] <= 3000; */
void moving_sum(const int *a, int n, int *out) {
  for (int i = 0; i + 2 < n; i++)
    out[i] = a[i] + a[i + 1] + a[i + 2];
}
