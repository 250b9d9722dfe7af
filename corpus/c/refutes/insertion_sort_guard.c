// The element before the first one is looked at (twin of insertion_sort.c).
/*@ requires 0 <= i <= 1000 && \valid_read(a + (0 .. i - 1));
    assigns \nothing; */
int place(const int *a, int i, int key)
{
  int j = i;
  /*@ loop invariant -1 <= j <= i;
      loop assigns j; */
  while (j >= 0 && a[j - 1] > key)  // FAILS
    j--;
  return j;
}
