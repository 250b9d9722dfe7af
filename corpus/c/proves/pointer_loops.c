// Loops with a pointer instead of an index.
/*@ requires 0 <= n <= 1000000 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == v; */
void fill(int *a, int n, int v)
{
  /*@ loop invariant 0 <= p - a <= n && p == a + (p - a);
      loop invariant \forall integer k; 0 <= k < p - a ==> a[k] == v;
      loop assigns p, a[0 .. n - 1];
      loop variant n - (p - a); */
  for (int *p = a; p < a + n; p++)
    *p = v;
}

/*@ requires \valid_read(s + (0 .. 63)) && s[63] == 0;
    assigns \nothing;
    ensures 0 <= \result <= 63 && s[\result] == 0; */
int length(const char *s)
{
  const char *p = s;
  /*@ loop invariant 0 <= p - s <= 63 && p == s + (p - s);
      loop assigns p;
      loop variant 63 - (p - s); */
  while (*p)
    p++;
  return p - s;
}
