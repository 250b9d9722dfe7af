// Fills the first half of an array, and rotates by one.
/*@ requires 0 <= n <= 1000 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n / 2 ==> a[k] == 1;
    ensures \forall integer k; n / 2 <= k < n ==> a[k] == \old(a[k]); */
void half(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n / 2;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == 1;
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n - 1];
      loop variant n - i; */
  for (int i = 0; i < n / 2; i++)
    a[i] = 1;
}

/*@ requires 1 <= n <= 1000 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures a[n - 1] == \old(a[0]);
    ensures \forall integer k; 0 <= k < n - 1 ==> a[k] == \old(a[k + 1]); */
void rotate(int *a, int n)
{
  int first = a[0];
  int i = 0;
  /*@ loop invariant 0 <= i <= n - 1;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[k + 1], Pre);
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n - 1];
      loop variant n - i; */
  while (i < n - 1) {
    a[i] = a[i + 1];
    i++;
  }
  a[i] = first;
}
