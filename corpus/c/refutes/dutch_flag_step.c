// The element that came from the end is passed over (twin of dutch_flag.c).
/*@ requires 0 <= n <= 100 && \valid(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 1;
    assigns a[0 .. n - 1];
    ensures \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];  // FAILS
*/
void two_colours(int *a, int n)
{
  int i = 0, end = n;
  /*@ loop invariant 0 <= i <= end + 1 && 0 <= end <= n;
      loop assigns i, end, a[0 .. n - 1]; */
  while (i < end) {
    int t = a[i];
    if (t == 1) {
      a[i] = a[--end];
      a[end] = t;
    }
    i++;
  }
}
