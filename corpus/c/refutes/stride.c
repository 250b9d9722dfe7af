// The steps do not fit: the last round reads behind the array, and a counter passes by its bound.
/*@ requires \valid_read(a + (0 .. 8)); */
int last_of_three(const int *a)
{
  int last = 0;
  for (int i = 0; i < 9; i += 2)
    last = a[i + 1];  // FAILS
  return last;
}

int passes_by(void)
{
  int n = 0;
  for (int i = 2147483600; i != 2147483641; i += 2)  // FAILS
    n++;
  return n;
}
