// What one member of a union stored is read through another one.
union word {
  unsigned whole;
  unsigned char bytes[4];
};

unsigned char first_byte(unsigned x)
{
  union word w;
  w.whole = x;  // UNSUPPORTED
  return w.bytes[0];
}

int fine(int x)
{
  return x;
}
