// On one way a member has no value (twin of initialised_local.c).
struct pair {
  int left, right;
};

int chosen(int which)
{
  struct pair p;
  p.left = 1;
  if (which)
    p.right = 2;
  return p.left + p.right;  // FAILS
}
