// A contract does not know the names of the definition's parameters.
int level;

/*@ assigns \nothing;
    ensures \result == \old(level); */ // FAILS
int current(int ignored);

int current(int level)
{
  return level;
}

int byte(unsigned char c)
{
  return c;
}
int byte();

/*@ ensures \result == 300; */ // FAILS
int narrowed(void)
{
  return byte(300);
}
