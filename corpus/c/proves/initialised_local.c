// Arrays and structures that are declared without values, and given them before they are read.
int above(int limit)
{
  int squares[10];
  for (int i = 0; i < 10; i++)
    squares[i] = i * i;
  int found = 0;
  for (int i = 0; i < 10; i++)
    if (squares[i] > limit)
      found++;
  return found;
}

int corner(void)
{
  int m[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      m[i][j] = i - j;
  return m[2][2];
}

struct pair {
  int left, right;
};

int chosen(int which)
{
  struct pair p;
  p.left = 1;
  if (which)
    p.right = 2;
  else
    p.right = 3;
  return p.left + p.right;
}

int behind_a_pointer(int which)
{
  int x;
  int *p = &x;
  *p = which ? 1 : 2;
  return x;
}

int in_each_round(int n)
{
  int last = 0;
  while (n > 0) {
    int digit[2];
    digit[0] = n % 10;
    digit[1] = 0;
    last = digit[0] + digit[1];
    n /= 10;
  }
  return last;
}
