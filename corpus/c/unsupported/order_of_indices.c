// C does not say whether the first index is evaluated before the second one changes something.
int m[3][3];
static int row;

static int next(void)
{
  row = 2;
  return 0;
}

int own(int i)
{
  return 0 <= i && i < 2 ? m[i][i++] : 0; // UNSUPPORTED
}

int called(void)
{
  return m[row][next()]; // UNSUPPORTED
}
