// Ghost variables: how often a loop swapped, and how often a function was called.
//@ ghost int served;

/*@ requires 0 <= served < 1000;
    assigns served;
    ensures served == \old(served) + 1;
    ensures \result == (x < 0 ? 0 : x); */
int serve(int x)
{
  //@ ghost served++;
  return x < 0 ? 0 : x;
}

/*@ requires served == 0;
    assigns served;
    ensures served == 3; */
int serve_three(void)
{
  serve(1);
  serve(2);
  return serve(-3);
}

/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures \result == 2 * n; */
int evens(int n)
{
  int s = 0;
  //@ ghost int rounds = 0;
  /*@ loop invariant 0 <= rounds <= n && s == 2 * rounds && n == \at(n, Pre) - rounds + rounds;
      loop assigns s, rounds; */
  while (s < 2 * n) {
    s += 2;
    //@ ghost rounds++;
  }
  return s;
}
