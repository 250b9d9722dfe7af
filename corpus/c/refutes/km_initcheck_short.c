// The last cell is left out (twin of km_initcheck.c).
/*@ requires \valid(a + (0 .. n - 1));
    requires 1 <= n <= 1000000;
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == 0;  // FAILS
*/
void initcheck(int *a, int n)
{
  int i = 0;
  /*% skolem int j; */
  /*% loop predicate i < n, 0 <= j < i, a[j] == 0; */
  /*@ loop invariant 0 <= i;
      loop assigns i, a[0 .. n - 1]; */
  while (i + 1 < n) {
    a[i] = 0;
    i++;
  }
}
