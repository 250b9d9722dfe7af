// The last element is left out (twin of initialised_heap.c).
/*@ requires \valid(p + (0 .. n - 1)) && n >= 0;
    assigns p[0 .. n - 1];
    ensures \initialized(p + (0 .. n - 1)); */  // FAILS
void fill(int *p, int n)
{
  for (int i = 0; i < n - 1; i++)
    p[i] = 0;
}
