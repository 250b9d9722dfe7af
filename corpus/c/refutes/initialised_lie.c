// A variable in memory that nobody has written is said to have a value.
void lie(void)
{
  int x;
  int *p = &x;
  //@ assert \initialized(p);  // FAILS
}
