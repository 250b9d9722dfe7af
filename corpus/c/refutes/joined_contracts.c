// Each of several contracts of a function binds the function, and its callers.

/*@ requires a <= 1000;
    ensures \result > a + 1; */  // FAILS
int more(int a);

/*@ requires b >= -1000;
    ensures \result == b + 1; */
int more(int b)
{
  return b + 1;
}

int total;

/*@ requires \valid(to) && \separated(to, &total);
    assigns *to; */
void put(int *to);

/*@ assigns *p, total; */
void put(int *p)
{
  *p = 1;
  total = 2;  // FAILS
}

/*@ requires x != 0; */
void first(int x);

/*@ requires x < 10; */
void first(int x);

/*@ requires x == 0; */
void callers(int x)
{
  first(x);  // FAILS
}

/*@ requires x == 10; */
void other_callers(int x)
{
  first(x);  // FAILS
}
