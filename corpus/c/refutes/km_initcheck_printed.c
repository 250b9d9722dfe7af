// Setting the first n cells to zero exactly as printed (twin of km_initcheck.c): nobody says
// that there are n cells.
/*@ ensures \forall integer k; 0 <= k < n ==> a[k] == 0; */
void initcheck(int *a, int n)
{
  int i = 0;
  /*% skolem int j; */
  /*% loop predicate i < n, 0 <= j < i, a[j] == 0; */
  /*@ loop invariant 0 <= i; */
  while (i < n) {
    a[i] = 0;  // FAILS
    i++;
  }
}
