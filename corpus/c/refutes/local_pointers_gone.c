// The variable is gone when its address is used (twin of local_pointers.c).
int gone(void)
{
  int *p = 0;
  {
    int x = 3;
    p = &x;
    *p = 4;
  }
  return *p;  // FAILS
}
