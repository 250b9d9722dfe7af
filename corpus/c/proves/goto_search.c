// Jumps out of loops with goto.
/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == -1 || (0 <= \result < n && a[\result] == key); */
int goto_search(const int *a, int n, int key)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i; */
  while (1) {
    if (i == n)
      goto absent;
    if (a[i] == key)
      goto found;
    i++;
  }
found:
  return i;
absent:
  return -1;
}

/*@ requires 0 <= rows <= 1000 && 0 <= columns <= 1000;
    assigns \nothing;
    ensures 0 <= \result <= rows * columns; */
int goto_nested(int rows, int columns)
{
  int n = 0;
  /*@ loop invariant 0 <= i <= rows && n == i * columns;
      loop assigns i, n;
      loop variant rows - i; */
  for (int i = 0; i < rows; i++)
    /*@ loop invariant 0 <= j <= columns && n == i * columns + j;
        loop assigns j, n;
        loop variant columns - j; */
    for (int j = 0; j < columns; j++) {
      if (i == 7 && j == 5)
        goto out;
      n++;
    }
out:
  return n;
}
