// Reverses an array in place, and tells whether a text is a palindrome.
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == \old(a[n - 1 - k]); */
void reverse(int *a, int n)
{
  int i = 0, j = n - 1;
  /*@ loop invariant 0 <= i && i + j == n - 1 && i <= j + 2;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[n - 1 - k], Pre);
      loop invariant \forall integer k; j < k < n ==> a[k] == \at(a[n - 1 - k], Pre);
      loop invariant \forall integer k; i <= k <= j ==> a[k] == \at(a[k], Pre);
      loop assigns i, j, a[0 .. n - 1];
      loop variant j - i + 2; */
  while (i < j) {
    int t = a[i];
    a[i++] = a[j];
    a[j--] = t;
  }
}

/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures \result <==> (\forall integer k; 0 <= k < n ==> s[k] == s[n - 1 - k]); */
_Bool palindrome(const char *s, int n)
{
  /*@ loop invariant 0 <= i <= n / 2 + 1;
      loop invariant \forall integer k; 0 <= k < i ==> s[k] == s[n - 1 - k];
      loop assigns i;
      loop variant n - i; */
  for (int i = 0; i < n / 2; i++)
    if (s[i] != s[n - 1 - i])
      return 0;
  return 1;
}
