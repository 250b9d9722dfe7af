// Example 3 of Kalyanasundaram & Marché exactly as printed, predicates after the loop (twin of
// km_ex3_printed.c): BN is read before it has a value.
/*@ behavior agen:
      ensures \true; */
void foo(void)
{
  int BN, x, y, w, z;
  x = y = w = z = 0;

  while (BN == 1) {  // FAILS
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

  //@ for agen: assert (x >= 4);
  //@ for agen: assert (y > 2);
  //@ for agen: assert (BN == 1);
}
