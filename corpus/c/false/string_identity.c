// Whether equal strings are one is for the compiler to say.
void one(void)
{
  const char *p = "ab";
  const char *q = "ab";
  //@ assert p != q;  // FAILS
}

void two(void)
{
  const char *p = "ab";
  const char *q = "ab";
  //@ assert p == q;  // FAILS
}
