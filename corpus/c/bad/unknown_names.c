// Names that nothing declares, in the program and in an annotation.
int program(int x)
{
  return x + missing;  // ERROR
}

int annotation(int x)
{
  //@ assert absent > x;  // ERROR
  return x;
}

int member(void)
{
  struct point { int x, y; } p = { 1, 2 };
  return p.z;  // ERROR
}

int good(int x)
{
  return x;
}
