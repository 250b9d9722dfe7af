// Memory that a callee gives back, also by the compiler's own name for `free`.
#include <stdlib.h>

/*@ requires \freeable(p);
    assigns \nothing; */
void drop(int *p)
{
  __builtin_free(p);
}

int main(void)
{
  int *p = malloc(sizeof(int));
  if (!p)
    return 0;
  *p = 0;
  drop(p);
  *p = 1; // FAILS
  return 0;
}
