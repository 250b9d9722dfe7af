// The second phase begins too early (twin of km_multi_phase.c): y ends at 101.
int main(void)
{
  int x = 0, y = 50;
  /*% loop predicate x <= 50, y == 50, x <= 100, x == y, y == 100; */
  /*@ loop invariant 50 <= y <= x + 50; */
  while (x < 100) {
    if (x < 49)
      x++;
    else {
      x++;
      y++;
    }
  }
  //@ assert (y == 100);  // FAILS
  return 0;
}
