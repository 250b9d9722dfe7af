// Figure 8 with a bound that is too low (twin of km_fig8.c): x ends at 128.
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
  //@ assert x < 128;  // FAILS
  return 0;
}
