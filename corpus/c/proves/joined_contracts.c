// What several declarations of a function say holds together, in the names of the parameters of each.

/*@ requires a <= 1000;
    assigns \nothing;
    ensures \result > a; */
int more(int a);

/*@ requires b >= -1000;
    ensures \result == b + 1; */
int more(int b);

int more(int n)
{
  return n + 1;
}

int total;

/*@ requires \valid(to);
    assigns *to, total;
    behavior set: assumes by > 0; ensures *to == by;
    behavior none: assumes by <= 0; ensures *to == 0;
    complete behaviors;
    disjoint behaviors; */
void put(int *to, int by);

/*@ requires \separated(p, &total);
    assigns *p;
    behavior set: assumes n == 7; ensures total == \old(total); */
void put(int *p, int n)
{
  *p = n > 0 ? n : 0;
}

/*@ ensures \result == 12; */
int use(void)
{
  int x;
  total = 5;
  put(&x, 7);
  return x + total;
}

/*@ requires 0 <= x <= 10;
    ensures \result == x + 1; */
int use_more(int x)
{
  return more(x);
}
