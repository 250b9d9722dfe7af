// Pointers passed as `void *` to functions of which only the contract is known.
/*@ requires \valid((int *)p);
    assigns *(int *)p;
    ensures *(int *)p == 4; */
void put(void *p)
{
  *(int *)p = 4;
}

/*@ assigns \nothing;
    ensures \result == *(int *)p; */
int get(void *p);

struct pair {
  int x;
  int y;
};

int main(void)
{
  int a = 1;
  struct pair z = { 1, 2 };
  put(&a);
  put(&z.y);
  int y = get(&z.y);
  //@ assert a == 4 && z.x == 1 && z.y == 4 && y == 4;
  return 0;
}
