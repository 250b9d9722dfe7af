// Copies bytes that may overlap (twin of memory_set.c).
typedef unsigned char byte;

/*@ requires 0 <= n <= 100 && \valid(to + (0 .. n - 1)) && \valid_read(from + (0 .. n - 1));
    assigns to[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> to[k] == \old(from[k]);  // FAILS
*/
void copy_bytes(byte *to, const byte *from, int n)
{
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, to[0 .. n - 1]; */
  for (int i = 0; i < n; ++i)
    to[i] = from[i];
}
