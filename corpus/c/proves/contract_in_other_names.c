// A contract knows the names of the declaration it stands at: the same name elsewhere is another thing.
int level;

/*@ requires 0 <= amount < 100 && 0 <= level < 100;
    assigns \nothing;
    ensures \result == \old(level) + amount; */
int raised(int amount);

int raised(int lift)
{
  return level + lift;
}

/*@ requires \valid(place);
    assigns *place;
    ensures *place == depth; */
void put(int *place, int depth);

void put(int *to, int what)
{
  *to = what;
}

// what is declared once more without its parameters still has them
int byte(unsigned char c)
{
  return c;
}
int byte();

/*@ ensures \result == 44; */
int narrowed(void)
{
  return byte(300);
}
