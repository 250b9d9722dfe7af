// The result is made by instructions that are not C.
unsigned swap_bytes(unsigned x)
{
  unsigned y;
  __asm__("bswap %0" : "=r"(y) : "0"(x));  // UNSUPPORTED
  //@ assert y >= 0;
  return y;
}

int fine(int x)
{
  return x;
}
