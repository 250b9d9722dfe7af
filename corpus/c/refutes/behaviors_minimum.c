// The least int has no absolute value (twin of behaviors.c).
/*@ assigns \nothing;
    ensures \result >= 0; */
int absolute(int x)
{
  return x < 0 ? -x : x;  // FAILS
}
