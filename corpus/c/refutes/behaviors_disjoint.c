// Zero belongs to both behaviours (twin of behaviors.c).
/*@ assigns \nothing;
    behavior low:
      assumes x <= 0;
      ensures \result <= 0;
    behavior high:
      assumes x >= 0;
      ensures \result >= 0;
    disjoint behaviors low, high;  // FAILS
*/
int same(int x)
{
  return x;
}
