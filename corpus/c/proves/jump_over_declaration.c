// A jump over a declaration whose address is taken leaves all else alone.
#include <assert.h>

static void get(int *p)
{
  *p = 1;
}

static int helper(int c)
{
  int r = 0;
  if (c) goto out;
  int st;
  get(&st);
  r = st;
out:
  return r;
}

static int chosen(int c)
{
  int r = 0;
  switch (c) {
  case 1:;
    int t;
    get(&t);
    r = t;
    break;
  case 2:
    r = 2;
    break;
  }
  return r;
}

int main(void)
{
  int x = 3;
  int *p = &x;
  int r = helper(1);
  r += chosen(2);
  assert(*p == 3 && r == 2);
}
