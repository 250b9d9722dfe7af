// A function writes on every way, but its contract does not say so.
/*@ requires \valid(p);
    assigns *p; */
void choose(int *p, int c)
{
  if (c)
    *p = 1;
  else
    *p = 2;
}

int use(int c)
{
  int x;
  choose(&x, c);
  return x;  // OPEN
}
