// How much of a text is left without the blanks at its end, and where it begins.
/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \result > 0 ==> s[\result - 1] != ' ';
    ensures \forall integer k; \result <= k < n ==> s[k] == ' '; */
int trimmed_length(const char *s, int n)
{
  /*@ loop invariant 0 <= n <= \at(n, Pre);
      loop invariant \forall integer k; n <= k < \at(n, Pre) ==> s[k] == ' ';
      loop assigns n;
      loop variant n; */
  while (n > 0 && s[n - 1] == ' ')
    n--;
  return n;
}

/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures s <= \result <= s + n;
    ensures \result < s + n ==> *\result != ' '; */
const char *skip_blanks(const char *s, int n)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i;
      loop variant n - i; */
  for (; i < n; i++)
    if (s[i] != ' ' && s[i] != '\t')
      break;
  return s + i;
}
