// Example 2 of Kalyanasundaram & Marché as printed is not C: nothing declares a and b.
extern unsigned int nd();

void tricky(int n)
{
  int i = a = b = 0;  // ERROR
  int x;
  while (i < n) {
    x = nd();
    i++;
  }
}
