// The C version of `find` (Kalyanasundaram & Marché, example 1) with the test that sets spot
// as Flanagan & Qadeer have it.
// Printed: all eight predicates.
/*@ requires \valid_read(a + (0 .. length - 1)) && \valid(b + (0 .. length - 1));
    ensures \forall integer k; 0 <= k < \result ==> b[k] == 0; */
int find(int a[], int b[], int length)
{
  int i;
  int spot = length;
  /*% skolem int j; */
  /*% loop predicate spot == length, b[spot] != 0, spot < i, i <= length; */
  /*% loop predicate 0 <= j < i, a[j] != 0, b[j] != 0, j < spot; */
  /*@ loop invariant 0 <= i; */
  for (i = 0; i < length; i++) {
    if (spot == length && a[i] != 0)
      spot = i;
    if (a[i] != 0)
      b[i] = 1;
    else
      b[i] = 0;
  }
  return spot;
}
