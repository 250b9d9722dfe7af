// x doubles until it reaches 100 (Kalyanasundaram & Marché, figure 8).
// Printed: all three predicates. The bounds from below are there because ints overflow.
int main(void)
{
  int x = 0;
  int y = 1;
  /*% loop predicate x < 200, x < 100, x + y < 200; */
  /*@ loop invariant 0 <= x && 1 <= y;
      loop assigns x, y; */
  while (x < 100) {
    x = x + y;
    y = x;
  }
  //@ assert x < 200;
  return 0;
}
