// An address that is made from a number.
void poke(unsigned long address)
{
  *(volatile int *)address = 1;  // UNSUPPORTED
}

int fine(int x)
{
  return x;
}
