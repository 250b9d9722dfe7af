// The first difference does not end the comparison (twin of string_compare.c).
/*@ requires 0 <= n <= 100 && \valid_read(s + (0 .. n - 1)) && \valid_read(t + (0 .. n - 1));
    assigns \nothing;
    ensures \result == 0 ==> (\forall integer k; 0 <= k < n ==> s[k] == t[k]);  // FAILS
*/
int compare(const unsigned char *s, const unsigned char *t, int n)
{
  int order = 0;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, order; */
  for (int i = 0; i < n; i++)
    order = s[i] - t[i];
  return order;
}
