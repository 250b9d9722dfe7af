// Behaviours that nothing declares.
/*@ behavior small:
      assumes x < 10;
      ensures \result == 0;
    complete behaviors small, large;  // ERROR
*/
int size(int x)
{
  return x < 10 ? 0 : 1;
}

int result_too_early(int x)
{
  //@ assert \result == x;  // ERROR
  return x;
}
