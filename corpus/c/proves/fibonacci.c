// Fibonacci numbers that fit, and factorials.
/*@ requires 0 <= n <= 46;
    assigns \nothing;
    ensures 0 <= \result; */
unsigned fibonacci(int n)
{
  unsigned a = 0, b = 1;
  /*@ loop invariant 0 <= n <= \at(n, Pre);
      loop assigns n, a, b;
      loop variant n; */
  while (n > 0) {
    unsigned next = a + b;
    a = b;
    b = next;
    n--;
  }
  return a;
}

/*@ requires 0 <= n <= 10;
    decreases n;
    assigns \nothing;
    ensures 1 <= \result;
    ensures n == 0 ==> \result == 1;
    ensures n <= 1 ==> \result <= 1;
    ensures n <= 2 ==> \result <= 2;
    ensures n <= 3 ==> \result <= 6;
    ensures n <= 4 ==> \result <= 24;
    ensures n <= 5 ==> \result <= 120;
    ensures n <= 6 ==> \result <= 720;
    ensures n <= 7 ==> \result <= 5040;
    ensures n <= 8 ==> \result <= 40320;
    ensures n <= 9 ==> \result <= 362880; */
int factorial(int n)
{
  if (n == 0)
    return 1;
  return n * factorial(n - 1);
}
