// Right, but nobody offered a predicate that bounds the index from below.
/*@ requires 0 <= n <= 1000 && \valid(a + (0 .. n - 1)); */
void clear(int *a, int n, int from)
{
  int i = from < 0 ? 0 : from;
  while (i < n) {
    a[i] = 0;  // OPEN
    i++;
  }
}
