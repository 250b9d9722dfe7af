// Example 3 of Kalyanasundaram & Marché with arbitrary tests, as in its source (Gulavani and
// others, TACAS 2008): the sign of y never changes, but one must know why. The rounds are
// counted, because ints overflow.
// None of the predicates is printed.
extern int nd(void);

void foo(void)
{
  int x = 0, y = 0, w = 0, z = 0;
  /*% loop predicate z == 10 * w, y <= 100 * x, x <= y, 0 <= x, x <= w, w <= 1000000; */
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
  //@ assert (x >= 4) ==> (y > 2);
}
