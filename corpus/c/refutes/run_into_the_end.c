// A program without input is run through functions that call themselves, to where it fails.
#include <assert.h>

static int search(const int *a, int low, int high, int wanted)
{
  if (low > high)
    return -1;
  int middle = low + (high - low) / 2;
  if (a[middle] == wanted) // FAILS
    return middle;
  if (a[middle] < wanted)
    return search(a, middle + 1, high, wanted);
  return search(a, low, middle - 1, wanted);
}

int main(void)
{
  int primes[] = {2, 3, 5};
  assert(search(primes, 0, 3, 3) == 1);
  // the last index is one too many
  return search(primes, 0, 3, 7);
}
