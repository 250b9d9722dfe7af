// Roots of numbers that are too large for this: none of it is true.
#include <math.h>

int steps(long x) {
  if (x < 0) return 0;
  int count = 0;
  for (int i = 2147483646; i <= sqrt(x); i += 2) // FAILS
    if (x % i == 0) count = 1;
  return count;
}

int squared(long x) {
  if (x < 0) return 0;
  int root = (int) sqrt(x); // FAILS
  return root * root; // FAILS
}

/*@ requires 4 <= x <= 100;
    ensures \result < 10; // FAILS
*/
int whole(int x) { return (int) sqrt(x); }
