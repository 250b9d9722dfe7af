// Sets, copies and compares bytes.
typedef unsigned char byte;

/*@ requires \valid(p + (0 .. n - 1));
    assigns p[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> p[k] == c; */
void set_bytes(byte *p, byte c, unsigned long n)
{
  unsigned long i;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> p[k] == c;
      loop assigns i, p[0 .. n - 1];
      loop variant n - i; */
  for (i = 0; i < n; i++)
    p[i] = c;
}

/*@ requires \valid(to + (0 .. n - 1)) && \valid_read(from + (0 .. n - 1));
    requires \separated(to + (0 .. n - 1), from + (0 .. n - 1));
    assigns to[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> to[k] == \old(from[k]); */
void copy_bytes(byte *to, const byte *from, unsigned n)
{
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> to[k] == \at(from[k], Pre);
      loop assigns i, to[0 .. n - 1];
      loop variant n - i; */
  for (unsigned i = 0; i < n; ++i)
    to[i] = from[i];
}
