// C does not say which call comes first, nor whether a variable is read before the call beside it changes it.
int m[3][3];
static int row;
static int count;

static int next(void)
{
  row = 2;
  return 0;
}

static int more(void)
{
  count = count + 1;
  return count;
}

int called(void)
{
  return m[row][next()]; // OPEN
}

void difference(void)
{
  count = 0;
  int d = more() - more(); // OPEN
  //@ assert d == -1;
}

void sum(void)
{
  count = 0;
  int d = count + more(); // OPEN
  //@ assert d == 1;
}
