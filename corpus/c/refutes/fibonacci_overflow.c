// Signed Fibonacci numbers from arbitrary beginnings overflow (twin of fibonacci.c).
/*@ requires 0 <= a && 0 <= b;
    assigns \nothing; */
int next_but_one(int a, int b)
{
  int next = a + b;  // FAILS
  return next;
}
