// Packs and unpacks bytes.
/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing; */
unsigned read_big_endian(const unsigned char *p)
{
  return ((unsigned)p[0] << 24) | ((unsigned)p[1] << 16) | ((unsigned)p[2] << 8) | p[3];
}

/*@ requires \valid(p + (0 .. 1));
    assigns p[0 .. 1];
    ensures p[0] * 256 + p[1] == x; */
void write_big_endian(unsigned char *p, unsigned short x)
{
  p[0] = x / 256;
  p[1] = x % 256;
}

/*@ requires 0 <= n <= 31;
    assigns \nothing; */
unsigned rotate(unsigned x, int n)
{
  return n == 0 ? x : (x << n) | (x >> (32 - n));
}
