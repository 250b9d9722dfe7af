// Small letters become capital ones.
/*@ assigns \nothing;
    ensures 'a' <= c <= 'z' ==> \result == c - 'a' + 'A';
    ensures !('a' <= c <= 'z') ==> \result == c; */
static char upper(char c)
{
  return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

/*@ requires \valid(s + (0 .. n - 1));
    assigns s[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> !('a' <= s[k] <= 'z'); */
void to_upper(char *s, unsigned n)
{
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> !('a' <= s[k] <= 'z');
      loop assigns i, s[0 .. n - 1];
      loop variant n - i; */
  for (unsigned i = 0; i < n; i++)
    s[i] = upper(s[i]);
}
