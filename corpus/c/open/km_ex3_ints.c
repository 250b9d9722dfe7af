// Example 3 of Kalyanasundaram & Marché with BN as parameter and ints as printed: if BN is 1
// they overflow after millions of rounds, which no search finds.
void foo(int BN)
{
  int x, y, w, z;
  x = y = w = z = 0;

  /*% loop predicate x >= 4, y > 2, BN == 1; */
  while (BN == 1) {
    x = x + 1;  // OPEN
    y = y + 100;  // OPEN
    w = w + 1;  // OPEN
    z = z + 10;  // OPEN
  }
  //@ assert (x >= 4) ==> (y > 2);
}
