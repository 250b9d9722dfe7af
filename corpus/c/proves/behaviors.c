// Contracts with behaviours.
/*@ requires x > -2147483648;
    assigns \nothing;
    behavior negative:
      assumes x < 0;
      ensures \result == -x;
    behavior other:
      assumes x >= 0;
      ensures \result == x;
    complete behaviors negative, other;
    disjoint behaviors negative, other; */
int absolute(int x)
{
  return x < 0 ? -x : x;
}

/*@ assigns \nothing;
    behavior less:
      assumes a < b;
      ensures \result == -1;
    behavior equal:
      assumes a == b;
      ensures \result == 0;
    behavior greater:
      assumes a > b;
      ensures \result == 1;
    complete behaviors;
    disjoint behaviors; */
int order(int a, int b)
{
  return (a > b) - (a < b);
}

/*@ requires \valid(p);
    behavior full:
      assumes *p >= 100;
      assigns \nothing;
      ensures \result == 0;
    behavior room:
      assumes *p < 100;
      assigns *p;
      ensures *p == \old(*p) + 1 && \result == 1;
    complete behaviors;
    disjoint behaviors; */
int count_up(int *p)
{
  if (*p >= 100)
    return 0;
  ++*p;
  return 1;
}
