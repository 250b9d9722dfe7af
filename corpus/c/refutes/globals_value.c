// Somebody may have changed the variable before (twin of globals.c).
int total = 5;

/*@ assigns \nothing;
    ensures \result == 5;  // FAILS
*/
int read_total(void)
{
  return total;
}
