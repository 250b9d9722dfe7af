/* Global invariants that do not hold: at first, at the end of a function, at a call. */
static int top = -1;
static int full;

/*@ global invariant inside: top >= 0; */  // FAILS
/*@ global invariant empty: full == 0 || top > 0; */

void reset(void) { full = 0; }

void drop(int n) {
  if (n > 0) top = 0;  // broken at the end if it was full
}
