// One past the end of an object may be the address of another one that happens to follow it.
void arrays(void)
{
  int a[4], b[4];
  int differ = &a[4] != &b[0];
  //@ assert differ; // OPEN
}

void variables(void)
{
  int x = 1, y = 2;
  int *p = &x;
  p++;
  if (p == &y) {
    //@ assert \false; // OPEN
  }
}
