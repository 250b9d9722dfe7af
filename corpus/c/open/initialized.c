// Which memory has been written is not followed.
void lie(void)
{
  int x;
  int *p = &x;
  //@ assert \initialized(p);  // OPEN
}
