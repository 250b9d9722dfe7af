// A loop with two phases (Kalyanasundaram & Marché, section 6.3), the predicates declared in
// that paper's own way.
// Printed: all five predicates.
/*@ behavior agen:
      ensures \true; */
int main(void)
{
  int x = 0, y = 50;
  while (x < 100) {
    //@ for agen: assert (x <= 50);
    //@ for agen: assert (y == 50);
    //@ for agen: assert (x <= 100);
    //@ for agen: assert (x == y);
    //@ for agen: assert (y == 100);
    if (x < 50)
      x++;
    else {
      x++;
      y++;
    }
  }
  //@ assert (y == 100);
  return 0;
}
