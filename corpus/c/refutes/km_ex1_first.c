// Example 1 as printed (twin of km_ex1_printed.c), but asked for what the original program
// promises.
/*@ requires 0 <= length <= 1000;
    requires \valid_read(a + (0 .. length - 1)) && \valid(b + (0 .. length - 1));
    requires \separated(a + (0 .. length - 1), b + (0 .. length - 1));
    ensures \result == length || b[\result] != 0;  // FAILS
*/
int find(int a[], int b[], int length)
{
  int i;
  int spot = length;
  /*% loop predicate spot == length, b[spot] != 0, spot < i, i <= length; */
  /*@ loop invariant 0 <= i && spot <= length; */
  for (i = 0; i < length; i++) {
    if (spot == length)
      spot = i;
    if (a[i] != 0)
      b[i] = 1;
    else
      b[i] = 0;
  }
  return spot;
}
