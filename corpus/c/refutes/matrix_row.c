// The column goes one past the end of its row (twin of matrix.c).
int local_sum(void)
{
  int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  int s = 0;
  /*@ loop invariant 0 <= j <= 4 && 0 <= s <= 10 * j;
      loop assigns j, s; */
  for (int j = 0; j <= 3; j++)
    s += m[1][j];  // FAILS
  return s;
}
