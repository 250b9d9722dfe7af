// Example 3 of Kalyanasundaram & Marché with BN as parameter and ints as printed: if BN is 1
// they overflow after millions of rounds.
void foo(int BN)
{
  int x, y, w, z;
  x = y = w = z = 0;

  /*% loop predicate x >= 4, y > 2, BN == 1; */
  while (BN == 1) {
    x = x + 1;
    y = y + 100;  // FAILS
    w = w + 1;
    z = z + 10;
  }
  //@ assert (x >= 4) ==> (y > 2);
}
