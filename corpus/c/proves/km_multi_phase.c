// A loop with two phases (Kalyanasundaram & Marché, section 6.3).
// Printed: all five predicates.
int main(void)
{
  int x = 0, y = 50;
  /*% loop predicate x <= 50, y == 50, x <= 100, x == y, y == 100; */
  while (x < 100) {
    if (x < 50)
      x++;
    else {
      x++;
      y++;
    }
  }
  //@ assert (y == 100);
  return 0;
}
