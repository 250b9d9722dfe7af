// Comma, conditional, compound assignments, side effects in conditions.
/*@ requires 0 <= x <= 1000;
    assigns \nothing;
    ensures \result == 3 * x + 1; */
int compound(int x)
{
  int y = x;
  y <<= 1, y += x;
  y |= 0;
  y -= -1;
  return y;
}

/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures \result == n; */
int count_down(int n)
{
  int steps = 0;
  /*@ loop invariant 0 <= n && steps + n == \at(n, Pre);
      loop assigns n, steps;
      loop variant n; */
  while (n-- > 0)
    steps++;
  return steps;
}

/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures \result == n; */
int two_counters(int n)
{
  int i, j;
  /*@ loop invariant 0 <= i <= n && i + j == n;
      loop assigns i, j;
      loop variant j; */
  for (i = 0, j = n; j > 0; i++, j--)
    ;
  return i;
}

/*@ requires \valid_read(a + (0 .. 9)) && 0 <= i <= 10;
    assigns \nothing;
    ensures \result == (i < 10 && a[i] > 0); */
int guarded(const int *a, int i)
{
  return i < 10 && a[i] > 0;
}
