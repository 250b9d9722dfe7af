// A block of a case has a scope of its own.
/*@ assigns \nothing;
    ensures \result == 1; // FAILS
*/
int shadow(int c) {
  int x = 5;
  switch (c) {
    case 0: { int x = 1; c = x; } return x;
  }
  return 1;
}
