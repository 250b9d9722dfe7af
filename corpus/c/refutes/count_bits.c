// The number whose bits are counted is one of 32 bits.
int leading(unsigned long x)
{
  if (x == 0)
    return 64;
  return __builtin_clz(x);  // FAILS
}
