// A loop made with goto only.
/*@ requires 0 <= n <= 10000;
    assigns \nothing;
    ensures \result == 2 * n; */
int twice(int n)
{
  int i = 0, s = 0;
again:
  /*% loop predicate 0 <= i, i <= n, s == 2 * i; */
  if (i < n) {
    s += 2;
    i++;
    goto again;
  }
  return s;
}

/*@ assigns \nothing;
    ensures 0 <= \result <= 9; */
int last_digit(int x)
{
  if (x >= 0)
    goto positive;
  if (x < -2147483647)
    return 8;
  x = -x;
positive:
  return x % 10;
}
