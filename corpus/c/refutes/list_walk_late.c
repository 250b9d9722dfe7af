// The pointer is followed before it is compared with null (twin of list_walk.c).
/*@ requires p == \null || \valid_read(p);
    assigns \nothing; */
int value_or_zero(const int *p)
{
  int x = *p;  // FAILS
  if (p == 0)
    return 0;
  return x;
}
