// A constant is not written, whatever the type of the pointer (twin of const_local.c).
void change(void)
{
  const int limit = 5;
  int *p = (int *)&limit;
  *p = 6;  // FAILS
}
