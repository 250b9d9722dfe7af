// Shifts letters through the alphabet.
/*@ requires 0 <= key < 26;
    assigns \nothing;
    ensures 'a' <= c <= 'z' ==> 'a' <= \result <= 'z';
    ensures !('a' <= c <= 'z') ==> \result == c; */
static char shift_letter(char c, int key)
{
  if (c < 'a' || c > 'z')
    return c;
  return 'a' + (c - 'a' + key) % 26;
}

/*@ requires 0 <= n && 0 <= key < 26 && \valid(s + (0 .. n - 1));
    assigns s[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n && 'a' <= \old(s[k]) <= 'z' ==> 'a' <= s[k] <= 'z'; */
void encipher(char *s, int n, int key)
{
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i && 'a' <= \at(s[k], Pre) <= 'z' ==> 'a' <= s[k] <= 'z';
      loop invariant \forall integer k; i <= k < n ==> s[k] == \at(s[k], Pre);
      loop assigns i, s[0 .. n - 1];
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    s[i] = shift_letter(s[i], key);
}
