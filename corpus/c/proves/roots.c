// Loops that end at the root of a number do not come near the end of their type.
#include <math.h>

int is_prime(int x) {
  if (x < 2) return 0;
  double root = sqrt(x);
  for (int i = 3; i <= root; i += 2)
    if (x % i == 0) return 0;
  return 1;
}

int divisors(unsigned n) {
  int count = 0;
  for (int i = 1; i <= sqrt(n); i++)
    if (n % i == 0 && count < 1000) count++;
  return count;
}

int next(int x) {
  if (x < 0) return 0;
  int root = (int) sqrt(x);
  return root + 1;
}
