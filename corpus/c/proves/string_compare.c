// Compares two texts of at most n signs as the library does.
/*@ requires \valid_read(s + (0 .. n - 1)) && \valid_read(t + (0 .. n - 1));
    assigns \nothing;
    ensures \result == 0 ==>
      (\forall integer k; 0 <= k < n && (\forall integer j; 0 <= j < k ==> s[j] != 0) ==> s[k] == t[k]); */
int compare(const unsigned char *s, const unsigned char *t, unsigned n)
{
  unsigned i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> s[k] == t[k] && s[k] != 0;
      loop assigns i;
      loop variant n - i; */
  while (i < n) {
    if (s[i] != t[i])
      return s[i] < t[i] ? -1 : 1;
    if (s[i] == 0)
      return 0;
    i++;
  }
  return 0;
}

/*@ requires \valid_read(s + (0 .. n - 1)) && \valid_read(t + (0 .. n - 1));
    assigns \nothing;
    ensures \result <==> (\forall integer k; 0 <= k < n ==> s[k] == t[k]); */
_Bool equal(const char *s, const char *t, int n)
{
  /*@ loop invariant 0 <= i;
      loop invariant \forall integer k; 0 <= k < i ==> s[k] == t[k];
      loop assigns i; */
  for (int i = 0; i < n; i++)
    if (s[i] != t[i])
      return 0;
  return 1;
}
