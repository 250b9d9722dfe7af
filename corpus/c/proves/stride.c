// Loops that count in steps: that the counter meets its bound, or stays below it with the rest of the step, follows
// from its remainder.
/*@ requires \valid_read(a + (0 .. 99));
    assigns \nothing; */
int sum_of_even(const int *a)
{
  int last = 0;
  for (int i = 0; i != 100; i += 2)
    last = a[i];
  return last;
}

/*@ requires \valid_read(a + (0 .. 98));
    assigns \nothing; */
int last_of_three(const int *a)
{
  int last = 0;
  for (int i = 0; i < 99; i += 3)
    last = a[i + 2];
  return last;
}

/*@ requires \valid_read(a + (0 .. 100)); */
int downwards(const int *a)
{
  int last = 0;
  for (int i = 97; i > -3; i -= 4)
    last = a[i + 3];
  return last;
}
