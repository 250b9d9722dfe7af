// Ghost code that the program would notice.
void hidden_write(int *p)
{
  //@ ghost int g = 0;
  //@ ghost g = (*p = 5);  // ERROR
  //@ assert g == 5;
}

void through_a_pointer(void)
{
  int x = 1;
  //@ ghost int *g = &x;
  //@ ghost g[0] = 3;  // ERROR
  //@ assert x == 3;
}

void endless(void)
{
  //@ ghost int g = 0;
  /*@ ghost while (1) { g = g; } */  // ERROR
  //@ assert \false;
}

void abort(void);

void stopped(void)
{
  //@ ghost abort();  // ERROR
  //@ assert \false;
}
