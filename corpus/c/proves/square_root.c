// The integer square root, upwards and by halving.
/*@ requires 0 <= n <= 1000000;
    assigns \nothing;
    ensures 0 <= \result && \result * \result <= n < (\result + 1) * (\result + 1); */
int square_root(int n)
{
  int r = 0;
  /*@ loop invariant 0 <= r <= 1000 && r * r <= n;
      loop assigns r;
      loop variant n - r; */
  while ((r + 1) * (r + 1) <= n)
    r++;
  return r;
}
