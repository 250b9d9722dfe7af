// The sign after the final zero is read (twin of string_literals.c).
char beyond(void)
{
  const char *s = "abc";
  return s[4];  // FAILS
}
