// The least and greatest of an array, through pointers to the results.
/*@ requires 1 <= n && \valid_read(a + (0 .. n - 1)) && \valid(min) && \valid(max);
    requires \separated(min, max, a + (0 .. n - 1));
    assigns *min, *max;
    ensures \forall integer k; 0 <= k < n ==> *min <= a[k] <= *max;
    ensures \exists integer k; 0 <= k < n && a[k] == *min;
    ensures \exists integer k; 0 <= k < n && a[k] == *max; */
void min_max(const int *a, int n, int *min, int *max)
{
  *min = *max = a[0];
  /*@ loop invariant 1 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> *min <= a[k] <= *max;
      loop invariant \exists integer k; 0 <= k < i && a[k] == *min;
      loop invariant \exists integer k; 0 <= k < i && a[k] == *max;
      loop assigns i, *min, *max;
      loop variant n - i; */
  for (int i = 1; i < n; i++) {
    if (a[i] < *min)
      *min = a[i];
    else if (a[i] > *max)
      *max = a[i];
  }
}

/*@ assigns \nothing;
    ensures \result >= a && \result >= b && \result >= c;
    ensures \result == a || \result == b || \result == c; */
int max3(int a, int b, int c)
{
  int m = a > b ? a : b;
  return m > c ? m : c;
}
