// Row and column are mixed up (twin of matrix.c).
/*@ requires \valid(m + (0 .. 2));
    assigns m[0 .. 2][0 .. 3]; */
void clear(int m[3][4])
{
  /*@ loop invariant 0 <= i <= 3;
      loop assigns i, m[0 .. 2][0 .. 3]; */
  for (int i = 0; i < 3; i++)
    /*@ loop invariant 0 <= j <= 4;
        loop assigns j, m[0 .. 2][0 .. 3]; */
    for (int j = 0; j < 4; j++)
      m[j][i] = 0;  // FAILS
}
