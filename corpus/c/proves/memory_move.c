// Shifts the elements of one array to the right and to the left, from the proper end.
/*@ requires 0 <= n <= 1000000 && \valid(a + (0 .. n));
    assigns a[1 .. n];
    ensures \forall integer k; 1 <= k <= n ==> a[k] == \old(a[k - 1]); */
void shift_right(int *a, int n)
{
  int i = n;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; i < k <= n ==> a[k] == \at(a[k - 1], Pre);
      loop invariant \forall integer k; 0 <= k <= i ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[1 .. n];
      loop variant i; */
  while (i > 0) {
    a[i] = a[i - 1];
    i--;
  }
}

/*@ requires 0 <= n <= 1000000 && \valid(a + (0 .. n));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == \old(a[k + 1]); */
void shift_left(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[k + 1], Pre);
      loop invariant \forall integer k; i <= k <= n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n - 1];
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
}
