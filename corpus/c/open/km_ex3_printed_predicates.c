// Example 3 of Kalyanasundaram & Marché with arbitrary tests and the printed predicates: true,
// but they do not tell why the sign of y stays (see proves/km_ex3.c for some that do).
extern int nd(void);

void foo(void)
{
  int x = 0, y = 0, w = 0, z = 0;
  /*% loop predicate x >= 4, y > 2; */
  /*@ loop invariant 0 <= x <= w && 0 <= w <= 1000000 && -100 * w <= y <= 100 * w && 0 <= z <= 10 * w; */
  while (nd() && w < 1000000) {
    if (nd()) {
      x = x + 1;
      y = y + 100;
    } else {
      if (nd()) {
        if (x >= 4) {
          x = x + 1;
          y = y + 1;
        }
      } else {
        if (y > 10 * w && z >= 100 * x) {
          y = -y;
        }
      }
    }
    w = w + 1;
    z = z + 10;
  }
  //@ assert (x >= 4) ==> (y > 2);  // OPEN
}
