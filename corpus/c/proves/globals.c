// Global variables with initial values, and a static one inside a function.
static int limit = 10;
int total;

/*@ requires 0 <= total <= limit <= 1000 && 0 <= x <= 1000;
    assigns total;
    ensures total <= limit;
    ensures total == \old(total) + x || total == limit; */
void add(int x)
{
  if (x > limit - total)
    total = limit;
  else
    total += x;
}

/*@ requires 0 <= total <= limit <= 1000;
    assigns total;
    ensures total == 0 && \result == \old(total); */
int take_all(void)
{
  int t = total;
  total = 0;
  return t;
}
