// Reads a decimal number and stops before it is too large; writes one of two digits.
/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures -1 <= \result; */
int parse(const char *s, int n)
{
  int value = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= value;
      loop assigns i, value;
      loop variant n - i; */
  for (int i = 0; i < n; i++) {
    int digit = s[i] - '0';
    if (digit < 0 || digit > 9)
      return -1;
    if (value > (2147483647 - digit) / 10)
      return -1;
    value = 10 * value + digit;
  }
  return value;
}

/*@ requires 0 <= x <= 99 && \valid(buf + (0 .. 2));
    assigns buf[0 .. 2];
    ensures buf[2] == 0 && x == 10 * (buf[0] - '0') + (buf[1] - '0'); */
void two_digits(int x, char *buf)
{
  buf[0] = '0' + x / 10;
  buf[1] = '0' + x % 10;
  buf[2] = '\0';
}

/*@ assigns \nothing;
    ensures -1 <= \result <= 15; */
int hex_value(char c)
{
  switch (c) {
  case '0' ... '9':
    return c - '0';
  case 'a' ... 'f':
    return c - 'a' + 10;
  case 'A' ... 'F':
    return c - 'A' + 10;
  }
  return -1;
}
