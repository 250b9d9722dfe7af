// The last column is left out (twin of initialised_local.c).
int corner(void)
{
  int m[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++)
      m[i][j] = i - j;
  return m[2][2];  // FAILS
}
