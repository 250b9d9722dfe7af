// A pointer that goes through an array and one step further.
int sum(void)
{
  int a[3] = { 1, 2, 3 };
  int s = 0;
  for (int *p = a; p != a + 4; p++)
    s += *p; // FAILS
  return s;
}
