// An invariant of a loop that never comes back, false where the loop is entered.
int once(int n)
{
  int i = 0;
  //@ loop invariant i == 77;  // FAILS
  while (i < n) {
    i++;
    break;
  }
  return i;
}
