// The number whose bits are counted has the type of the function.
int leading(unsigned long x)
{
  if (x == 0)
    return 64;
  return __builtin_clzl(x);
}

int trailing(unsigned x)
{
  if (x)
    return __builtin_ctz(x);
  return 32;
}
