// A pointer that goes through an array up to its end, where it points to no value.
int sum(void)
{
  int a[3] = { 1, 2, 3 };
  int s = 0;
  for (int *p = a; p != a + 3; p++)
    s += *p;
  return s;
}
