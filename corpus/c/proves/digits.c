// Counts and sums decimal digits with do-while loops.
/*@ assigns \nothing;
    ensures 1 <= \result <= 10; */
int digit_count(unsigned x)
{
  int n = 0;
  unsigned long long rest = x;
  /*@ loop invariant 0 <= n <= 9;
      loop invariant n == 0 ==> rest <= 4294967295;
      loop invariant n == 1 ==> rest <= 429496729;
      loop invariant n == 2 ==> rest <= 42949672;
      loop invariant n == 3 ==> rest <= 4294967;
      loop invariant n == 4 ==> rest <= 429496;
      loop invariant n == 5 ==> rest <= 42949;
      loop invariant n == 6 ==> rest <= 4294;
      loop invariant n == 7 ==> rest <= 429;
      loop invariant n == 8 ==> rest <= 42;
      loop invariant n == 9 ==> rest <= 4;
      loop assigns n, rest; */
  do {
    rest /= 10;
    n++;
  } while (rest != 0);
  return n;
}

/*@ requires \valid(buf + (0 .. 9));
    assigns buf[0 .. 9];
    ensures 0 <= \result <= 9; */
int least_digits(unsigned x, char *buf)
{
  int n = 0;
  /*@ loop invariant 0 <= n <= 9;
      loop assigns n, x, buf[0 .. 9];
      loop variant 10 - n; */
  do {
    buf[n] = '0' + x % 10;
    x /= 10;
    if (n == 9)
      break;
    n++;
  } while (x != 0);
  return n;
}
