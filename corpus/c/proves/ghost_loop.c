// Ghost code with a loop that ends.
/*@ requires 0 <= n <= 100; */
int count(int n)
{
  //@ ghost int left = n;
  //@ ghost int seen[101];
  /*@ ghost
    /@ loop invariant 0 <= left <= n;
       loop assigns left, seen[0 .. 100];
       loop variant left; @/
    while (left > 0) { left--; seen[left] = 1; }
  */
  //@ assert left == 0;
  return n;
}
