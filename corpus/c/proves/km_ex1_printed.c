// The C version of `find` exactly as printed (Kalyanasundaram & Marché, example 1), but for the
// precondition: the test that sets spot has lost its second half, so the result is never
// positive and the postcondition says nothing.
// Printed: all eight predicates.
/*@ requires \valid_read(a + (0 .. length - 1)) && \valid(b + (0 .. length - 1));
    ensures \forall integer j; 0 <= j < \result ==> b[j] == 0;
    behavior agen:
      ensures \true; */
int find(int a[], int b[], int length)
{
  int i;
  int spot = length;
  //@ ghost int j;
  //@ loop invariant 0 <= i;
  for (i = 0; i < length; i++) {
    //@ for agen: assert (spot == length);
    //@ for agen: assert (b[spot] != 0);
    //@ for agen: assert (spot < i);
    //@ for agen: assert (i <= length);
    //@ for agen: assert (0 <= j < i);
    //@ for agen: assert (a[j] != 0);
    //@ for agen: assert (b[j] != 0);
    //@ for agen: assert (j < spot);
    if (spot == length)
      spot = i;
    if (a[i] != 0)
      b[i] = 1;
    else
      b[i] = 0;
  }
  return spot;
}
