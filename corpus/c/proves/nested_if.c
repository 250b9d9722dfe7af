// Loops inside of branches inside of loops, some with a lower bound of their own.
// Four predicates.
#include <assert.h>

extern int unknown(void);

/*@ requires n <= 10000; */
void nested_if(int n)
{
  int i, j, k;
  /*% loop predicate 1 <= k; */
  for (k = 1; k < n; k++) {
    /*% loop predicate 1 <= i; */
    for (i = 1; i < n; i++) {
      if (unknown()) {
        j = k;
        /*% loop predicate k <= j; */
        while (j < n) {
          if (unknown())
            assert(1 <= j);
          j++;
        }
      } else if (unknown()) {
        /*% loop predicate i <= j; */
        for (j = i; j < n; j++)
          assert(1 <= j && j < n);
      }
    }
  }
}
