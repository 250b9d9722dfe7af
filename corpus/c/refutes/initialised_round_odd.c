// The array is a new one in each round (twin of initialised_local.c).
int in_each_round(int n)
{
  int last = 0;
  while (n > 0) {
    int digit[2];
    if (n % 2 == 1)
      digit[0] = n % 10;
    last = digit[0];  // FAILS
    n /= 10;
  }
  return last;
}
