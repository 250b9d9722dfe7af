// Three digits do not fit into two places (twin of digits.c).
/*@ requires x < 1000 && \valid(buf + (0 .. 1));
    assigns buf[0 .. 1]; */
int digits(unsigned x, char *buf)
{
  int n = 0;
  /*@ loop invariant 0 <= n <= 2;
      loop invariant (n == 0 ==> x < 1000) && (n == 1 ==> x < 100) && (n == 2 ==> x < 10);
      loop assigns n, x, buf[0 .. 1]; */
  do {
    buf[n] = '0' + x % 10;  // FAILS
    x /= 10;
    n++;
  } while (x != 0);
  return n;
}
