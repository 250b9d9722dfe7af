// A pointer that goes through an array up to its end: that it stays in front of it is found in another form than it is needed in.
int sum(void)
{
  int a[3] = { 1, 2, 3 };
  int s = 0;
  for (int *p = a; p != a + 3; p++)
    s += *p;  // OPEN
  return s;
}
