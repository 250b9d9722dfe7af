// Expressions whose types do not fit.
struct point {
  int x, y;
};

int add(struct point p)
{
  return p + 1;  // ERROR
}

int follow(int x)
{
  return *x;  // ERROR
}

int good(int x)
{
  return x;
}
