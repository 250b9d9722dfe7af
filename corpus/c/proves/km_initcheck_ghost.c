// Setting the first n cells to zero (Kalyanasundaram & Marché, section 6.1), the quantified
// variable and the predicates declared in that paper's own way.
/*@ requires \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == 0;
    behavior agen:
      ensures \true; */
void initcheck(int *a, int n)
{
  int i = 0;
  //@ ghost int j;
  /*@ loop invariant 0 <= i;
      loop assigns i, a[0 .. n - 1]; */
  while (i < n) {
    //@ for agen: assert (i < n);
    //@ for agen: assert (0 <= j < i);
    //@ for agen: assert (a[j] == 0);
    a[i] = 0;
    i++;
  }
}
