// Example 3 of Kalyanasundaram & Marché as printed: BN never changes, so the end is reached
// without a single round or not at all. BN has a value here, and the counters are unsigned,
// because the rounds would not end before they overflow.
// Printed: all three predicates.
/*@ behavior agen:
      ensures \true; */
void foo(int BN)
{
  unsigned x, y, w, z;
  x = y = w = z = 0;

  while (BN == 1) {
    //@ for agen: assert (x >= 4);
    //@ for agen: assert (y > 2);
    //@ for agen: assert (BN == 1);
    if (BN == 1) {
      x = x + 1;
      y = y + 100;
    } else {
      if (BN == 1) {
        if (x >= 4) {
          x = x + 1;
          y = y + 1;
        }
      } else {
        if (y > 10 * w && z >= 100 * x) {
          y = -y;
        }
      }
    }
    w = w + 1;
    z = z + 10;
  }
  //@ assert (x >= 4) ==> (y > 2);
}
