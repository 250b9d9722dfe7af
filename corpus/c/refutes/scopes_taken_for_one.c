// A variable of the file stands behind the local one (twin of scopes_kept_apart.c).
#include <assert.h>

int x = 0;

int main(void)
{
  int x = 5;
  {
    extern int x;
    x = 1;
  }
  assert(x == 1); // FAILS
}
