// Logic functions depend on the memory they read, and on no other; a loop that never comes back keeps its invariant.
int g, h;
/*@ axiomatic A { logic integer of_g(integer n) reads g; } */
/*@ logic integer down(integer n) = n <= 0 ? g : down(n - 1); */

/*@ requires of_g(3) == 7 && down(2) == 5;
    assigns h;
    ensures of_g(3) == 7 && down(2) == 5; */
void elsewhere(void)
{
  h = 100;
}

/*@ requires 0 <= n; */
int once(int n)
{
  int i = 0;
  /*@ loop invariant i == 0; loop assigns i; */
  while (i < n) {
    i++;
    break;
  }
  return i;
}
