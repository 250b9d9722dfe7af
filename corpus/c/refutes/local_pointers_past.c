// One step too many (twin of local_pointers.c).
int walk(void)
{
  int a[4] = { 1, 2, 3, 4 };
  int *p = &a[2];
  p++;
  p++;
  return *p;  // FAILS
}
