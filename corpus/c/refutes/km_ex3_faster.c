// Example 3 with z growing faster (twin of km_ex3.c): the last branch becomes possible.
extern int nd(void);

void foo(void)
{
  int x = 0, y = 0, w = 0, z = 0;
  /*@ loop invariant 0 <= x <= w && 0 <= w <= 1000 && -100 * w <= y <= 100 * w && z == 100 * w; */
  while (nd() && w < 1000) {
    if (nd()) {
      x = x + 1;
      y = y + 100;
    } else {
      if (y > 10 * w && z >= 100 * x) {
        y = -y;
      }
    }
    w = w + 1;
    z = z + 100;
  }
  //@ assert (x >= 4) ==> (y > 2);  // FAILS
}
