// What a contract says of a `void *` holds of memory that consists of what the contract takes it for.
struct pair {
  int x;
  int y;
};

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

/*@ assigns *(int *)p; */
void change(void *p);

void to_a_longer_one(void)
{
  long y = 1;
  put(&y); // OPEN
  //@ assert y == 1;
}

void to_the_first_member(void)
{
  struct pair z = { 1, 2 };
  put(&z); // OPEN
  //@ assert z.x == 4;
}

void of_the_first_member(void)
{
  struct pair z = { 7, 2 };
  int x = get(&z); // OPEN
  //@ assert x == 7; // OPEN
}

void by_the_frame_alone(void)
{
  long y = 1;
  change(&y); // OPEN
  //@ assert y == 1;
}

/*@ requires n >= 0 && \valid((char *)p + (0 .. n - 1));
    assigns ((char *)p)[0 .. n - 1]; */
void clear(void *p, int n);

void bytes(void)
{
  int x = 1;
  clear(&x, 4); // OPEN
  //@ assert x == 1;
}
