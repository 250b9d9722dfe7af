// The least int has no opposite (twin of goto_loop.c).
/*@ assigns \nothing;
    ensures 0 <= \result <= 9; */
int last_digit(int x)
{
  if (x >= 0)
    goto positive;
  x = -x;  // FAILS
positive:
  return x % 10;
}
