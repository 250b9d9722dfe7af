// Loops after and inside each other: differences of neighbours, rows of a triangle, a search in
// a sorted matrix.
/*@ requires 1 <= n <= 1000 && \valid_read(a + (0 .. n - 1)) && \valid(d + (0 .. n - 2));
    requires \separated(a + (0 .. n - 1), d + (0 .. n - 2));
    requires \forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;
    assigns d[0 .. n - 2];
    ensures \forall integer k; 0 <= k < n - 1 ==> d[k] == a[k + 1] - a[k]; */
void differences(const int *a, int n, int *d)
{
  /*@ loop invariant 0 <= i <= n - 1;
      loop invariant \forall integer k; 0 <= k < i ==> d[k] == a[k + 1] - a[k];
      loop assigns i, d[0 .. n - 2];
      loop variant n - i; */
  for (int i = 0; i + 1 < n; i++)
    d[i] = a[i + 1] - a[i];
}

/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures 2 * \result == n * (n + 1); */
int triangular(int n)
{
  int s = 0;
  /*@ loop invariant 0 <= i <= n && 2 * s == i * (i + 1);
      loop assigns i, s;
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    /*@ loop invariant 0 <= j <= i + 1 && 2 * s == i * (i + 1) + 2 * j;
        loop assigns j, s;
        loop variant i + 1 - j; */
    for (int j = 0; j <= i; j++)
      s++;
  return s;
}

/*@ requires 0 <= n <= 1000 && \valid_read(m + (0 .. n - 1));
    assigns \nothing;
    ensures \result ==> (\exists integer i, j; 0 <= i < n && 0 <= j < 8 && m[i][j] == key); */
_Bool staircase(int m[][8], int n, int key)
{
  int row = 0, column = 7;
  /*@ loop invariant 0 <= row <= n && -1 <= column <= 7;
      loop assigns row, column;
      loop variant n - row + column + 1; */
  while (row < n && column >= 0) {
    if (m[row][column] == key)
      return 1;
    if (m[row][column] < key)
      row++;
    else
      column--;
  }
  return 0;
}
