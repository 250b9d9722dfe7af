// A constant keeps its value, also where it is pointed to.
void keep(void)
{
  const int limit = 5;
  const int *p = &limit;
  int copy = *p;
  int *q = &copy;
  *q = 6;
  //@ assert *p == 5 && copy == 6;
}
