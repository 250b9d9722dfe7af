// Memory from alloca, used when its function has returned (twin of proves/stack_memory.c).
#include <alloca.h>

static int *kept;

static int *made(int n)
{
  int *p = alloca(sizeof *p);
  *p = n;
  return p;
}

static void keep(void)
{
  int *p = __builtin_alloca(sizeof *p);
  *p = 1;
  kept = p;
}

int returned(void)
{
  int *p = made(3);
  return *p; // FAILS
}

int remembered(void)
{
  keep();
  return *kept; // FAILS
}

/*@ ensures \valid(\result); // FAILS */
int *handed_out(void)
{
  int *p = alloca(sizeof *p);
  *p = 1;
  return p;
}
