// Extensions of GNU that everyday code uses.
/*@ requires -1000 <= x <= 1000;
    assigns \nothing;
    ensures \result == (x != 0 ? x : 7); */
int or_seven(int x)
{
  return x ?: 7;
}

/*@ requires 0 <= x <= 1000;
    assigns \nothing;
    ensures \result == x * x; */
__attribute__((noinline)) int square(int x)
{
  return ({
    __typeof__(x) y = x;
    y * y;
  });
}

/*@ assigns \nothing;
    ensures \result == 0 || \result == 1 || \result == 2; */
int decade(int x)
{
  switch (x) {
  case 0 ... 9:
    return 0;
  case 10 ... 99:
    return 1;
  default:
    return 2;
  }
}
