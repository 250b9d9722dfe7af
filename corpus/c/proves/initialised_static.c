// What lives as long as the program has values, also where the contract speaks of them.
#include <stdlib.h>

int table[3];
int *start = table;

/*@ requires \valid(p) && \initialized(p);
    assigns \nothing; */
int is_first(int *p)
{
  return *p == table[0];
}

/*@ requires \valid(p);
    assigns *p;
    ensures \initialized(p); */
void letter(char *p)
{
  *p = "abc"[1];
}

int counted(void)
{
  static int calls;
  //@ assert \initialized(&calls);
  calls = 1;
  return calls;
}

struct pair {
  int left, right;
};

int zeros(void)
{
  struct pair *p = calloc(1, sizeof *p);
  if (!p)
    return 0;
  int *left = &p->left;
  int found = *left;
  free(p);
  return found;
}
