// Transposes a square matrix, and multiplies small ones with wrap-around.
enum { SIZE = 4 };

/*@ requires \valid(m + (0 .. SIZE - 1));
    assigns m[0 .. SIZE - 1][0 .. SIZE - 1]; */
void transpose(int m[SIZE][SIZE])
{
  /*@ loop invariant 0 <= i <= SIZE;
      loop assigns i, m[0 .. SIZE - 1][0 .. SIZE - 1];
      loop variant SIZE - i; */
  for (int i = 0; i < SIZE; i++)
    /*@ loop invariant 0 <= j <= i;
        loop assigns j, m[0 .. SIZE - 1][0 .. SIZE - 1];
        loop variant i - j; */
    for (int j = 0; j < i; j++) {
      int t = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = t;
    }
}

/*@ requires \valid_read(a + (0 .. 1)) && \valid_read(b + (0 .. 1)) && \valid(c + (0 .. 1));
    assigns c[0 .. 1][0 .. 1]; */
void multiply(unsigned a[2][2], unsigned b[2][2], unsigned c[2][2])
{
  /*@ loop invariant 0 <= i <= 2;
      loop assigns i, c[0 .. 1][0 .. 1];
      loop variant 2 - i; */
  for (int i = 0; i < 2; i++)
    /*@ loop invariant 0 <= j <= 2;
        loop assigns j, c[0 .. 1][0 .. 1];
        loop variant 2 - j; */
    for (int j = 0; j < 2; j++) {
      unsigned s = 0;
      /*@ loop invariant 0 <= k <= 2;
          loop assigns k, s;
          loop variant 2 - k; */
      for (int k = 0; k < 2; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
