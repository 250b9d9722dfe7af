// A variable is changed and used in one expression: that is undefined.
int m[3][3];

int own(int i)
{
  return 0 <= i && i < 2 ? m[i][i++] : 0; // UNSUPPORTED
}
