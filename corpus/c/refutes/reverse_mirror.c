// The partner of the first element is outside (twin of reverse.c).
/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing; */
_Bool palindrome(const char *s, int n)
{
  /*@ loop invariant 0 <= i;
      loop assigns i; */
  for (int i = 0; i < n / 2; i++)
    if (s[i] != s[n - i])  // FAILS
      return 0;
  return 1;
}
