// Logic functions and predicates in contracts.
/*@ logic integer square(integer x) = x * x;
    logic integer distance(integer a, integer b) = a < b ? b - a : a - b;
    predicate between(integer lo, integer x, integer hi) = lo <= x <= hi; */

/*@ requires between(-1000, x, 1000);
    assigns \nothing;
    ensures \result == square(x); */
int squared(int x)
{
  return x * x;
}

/*@ requires between(-1000000, a, 1000000) && between(-1000000, b, 1000000);
    assigns \nothing;
    ensures \result == distance(a, b) && \result == \abs(a - b); */
int apart(int a, int b)
{
  return a < b ? b - a : a - b;
}

/*@ logic integer total{L}(int *a, integer n) = n <= 0 ? 0 : total(a, n - 1) + a[n - 1]; */

/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 1000;
    assigns \nothing;
    ensures \result == total(a, n); */
int sum(int *a, int n)
{
  int s = 0;
  /*@ loop invariant 0 <= i <= n && s == total(a, i) && 0 <= s <= 1000 * i;
      loop assigns i, s;
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
