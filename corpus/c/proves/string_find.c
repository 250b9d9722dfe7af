// The first place of a sign, and the last one.
/*@ requires \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures -1 <= \result < n || (n < 0 && \result == -1);
    ensures \result >= 0 ==> s[\result] == c && (\forall integer k; 0 <= k < \result ==> s[k] != c);
    ensures \result == -1 ==> (\forall integer k; 0 <= k < n ==> s[k] != c); */
int index_of(const char *s, int n, char c)
{
  int i;
  /*@ loop invariant 0 <= i;
      loop invariant \forall integer k; 0 <= k < i ==> s[k] != c;
      loop assigns i; */
  for (i = 0; i < n; i++)
    if (s[i] == c)
      return i;
  return -1;
}

/*@ requires \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures \result >= 0 ==> \result < n && s[\result] == c;
    ensures \forall integer k; \result < k < n && 0 <= k ==> s[k] != c; */
int last_index_of(const char *s, int n, char c)
{
  if (n <= 0)
    return -1;
  int i = n - 1;
  /*@ loop invariant -1 <= i < n;
      loop invariant \forall integer k; i < k < n ==> s[k] != c;
      loop assigns i;
      loop variant i; */
  while (i >= 0 && s[i] != c)
    i--;
  return i;
}
