// The constant of a case is converted to the type of what is switched on.
/*@ requires u == 4294967295;
    assigns \nothing;
    ensures \result == 0; // FAILS
*/
int last(unsigned u) {
  switch (u) {
    case -1: return 1;
  }
  return 0;
}
