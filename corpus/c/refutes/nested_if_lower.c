// One of the inner loops begins below its bound (twin of nested_if.c).
#include <assert.h>

extern int unknown(void);

/*@ requires n <= 10000; */
void nested_if(int n)
{
  int i, j;
  /*% loop predicate 1 <= i; */
  for (i = 1; i < n; i++) {
    if (unknown()) {
      /*% loop predicate i <= j; */
      for (j = i; j < n; j++)
        assert(1 <= j && j < n);
    } else {
      j = i - 1;
      assert(1 <= j && j < n);  // FAILS
    }
  }
}
