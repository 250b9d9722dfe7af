// Whether what is pointed to is `const` is not kept.
int is_constant(char *p)
{
  return _Generic(p, const char *: 1, char *: 0); // UNSUPPORTED
}
