// The second array is read although it may be used up (twin of merge.c).
/*@ requires 0 <= n <= 1000 && 0 <= m <= 1000;
    requires \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. m - 1));
    assigns \nothing; */
int merged(int *a, int n, int *b, int m)
{
  int i = 0, j = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= j <= m;
      loop assigns i, j; */
  while (i < n || j < m) {
    if (i < n && a[i] <= b[j])  // FAILS
      i++;
    else if (j < m)
      j++;
    else
      break;
  }
  return i + j;
}
