// The call changes a variable of the file that a block inside of the callee hides.
int total = 5;

static int add(void)
{
  total = 7;
  {
    int total = 1;
    total++;
  }
  return 0;
}

int order(void)
{
  return total + add();  // OPEN
}
