/* The contract of the call leaves no choice, and it is wrong. */
/*@ requires x < 1000;
    assigns \nothing;
    ensures \result == x + 1; */
int next(int x) {
  return x + 1;
}

void wrong(void) {
  int y = next(next(3));
  //@ assert y == 4;  // FAILS
}
