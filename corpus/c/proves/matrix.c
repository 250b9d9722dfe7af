// Matrices with rows of four.
/*@ requires \valid(m + (0 .. rows - 1));
    assigns m[0 .. rows - 1][0 .. 3];
    ensures \forall integer i, j; 0 <= i < rows && 0 <= j < 4 ==> m[i][j] == 0; */
void clear(int m[][4], int rows)
{
  /*@ loop invariant 0 <= i;
      loop invariant \forall integer k, j; 0 <= k < i && k < rows && 0 <= j < 4 ==> m[k][j] == 0;
      loop assigns i, m[0 .. rows - 1][0 .. 3]; */
  for (int i = 0; i < rows; i++)
    /*@ loop invariant 0 <= j <= 4;
        loop invariant \forall integer k; 0 <= k < j ==> m[i][k] == 0;
        loop invariant \forall integer k, l; 0 <= k < i && 0 <= l < 4 ==> m[k][l] == 0;
        loop assigns j, m[0 .. rows - 1][0 .. 3];
        loop variant 4 - j; */
    for (int j = 0; j < 4; j++)
      m[i][j] = 0;
}

/*@ requires \valid_read(m + (0 .. 2));
    requires \forall integer i, j; 0 <= i < 3 && 0 <= j < 4 ==> 0 <= m[i][j] <= 100;
    assigns \nothing;
    ensures 0 <= \result <= 300; */
int trace(int m[3][4])
{
  int t = 0;
  /*@ loop invariant 0 <= i <= 3 && 0 <= t <= 100 * i;
      loop assigns i, t;
      loop variant 3 - i; */
  for (int i = 0; i < 3; i++)
    t += m[i][i];
  return t;
}

int local_sum(void)
{
  int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  //@ assert m[1][0] == 4;
  return m[0][2] + m[1][2];
}
