// A constant has the value that another file gives it, which is no input.
extern const int limit;
extern const int sizes[3];

int part(void)
{
  return 10 / limit; // OPEN
}

int of_size(void)
{
  const int *p = sizes;
  return 10 / p[2]; // OPEN
}
