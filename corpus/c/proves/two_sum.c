// Two pointers that approach each other.
/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1)) && \valid(x) && \valid(y);
    requires \separated(x, y, a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;
    assigns *x, *y;
    ensures \result == 1 ==> 0 <= *x < *y < n && a[*x] + a[*y] == goal; */
int two_sum(const int *a, int n, int goal, int *x, int *y)
{
  int i = 0, j = n - 1;
  /*@ loop invariant 0 <= i && j < n && -1 <= j && i <= j + 1;
      loop assigns i, j;
      loop variant j - i + 1; */
  while (i < j) {
    int s = a[i] + a[j];
    if (s == goal) {
      *x = i;
      *y = j;
      return 1;
    }
    if (s < goal)
      i++;
    else
      j--;
  }
  return 0;
}
