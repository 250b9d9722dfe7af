// The last byte is forgotten (twin of memory_set.c).
typedef unsigned char byte;

/*@ requires 1 <= n && \valid(p + (0 .. n - 1));
    assigns p[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> p[k] == c;  // FAILS
*/
void set_bytes(byte *p, byte c, unsigned long n)
{
  unsigned long i;
  /*@ loop invariant 0 <= i <= n - 1;
      loop invariant \forall integer k; 0 <= k < i ==> p[k] == c;
      loop assigns i, p[0 .. n - 1];
      loop variant n - i; */
  for (i = 0; i < n - 1; i++)
    p[i] = c;
}
