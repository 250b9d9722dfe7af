// The invariant is true, but it does not say enough of itself.
/*@ requires 0 <= n <= 1000; */
int odd_numbers(int n)
{
  int i = 0, s = 0, odd = 1;
  /*@ loop invariant 0 <= i <= n;
      loop invariant s == i * i;  // OPEN
      loop assigns i, s, odd; */
  while (i < n) {
    s += odd;  // OPEN
    odd += 2;  // OPEN
    i++;
  }
  return s;
}
