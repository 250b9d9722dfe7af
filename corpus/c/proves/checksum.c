// Checksums: additive with wrap-around, and one modulo 255 that cannot wrap.
/*@ requires \valid_read(p + (0 .. n - 1));
    assigns \nothing; */
unsigned checksum(const unsigned char *p, unsigned n)
{
  unsigned sum = 0;
  const unsigned char *q = p;
  /*@ loop invariant 0 <= q - p <= n && q == p + (q - p);
      loop assigns q, sum;
      loop variant n - (q - p); */
  while (q < p + n)
    sum = sum * 31u + *q++;
  return sum;
}

/*@ requires \valid_read(p + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result < 255 * 256; */
unsigned fletcher(const unsigned char *p, unsigned n)
{
  unsigned a = 0, b = 0;
  /*@ loop invariant 0 <= i <= n && a < 255 && b < 255;
      loop assigns i, a, b;
      loop variant n - i; */
  for (unsigned i = 0; i < n; i++) {
    a = (a + p[i]) % 255;
    b = (b + a) % 255;
  }
  return b * 256 + a;
}
