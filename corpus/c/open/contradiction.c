// Everything follows from a contradiction, so nothing is proved by it.
/*@ axiomatic Growth {
      logic integer size(integer n);
      axiom grows: \forall integer n; size(n) == size(n) + 1;  // OPEN
    } */

/*@ logic integer endless(integer n) = endless(n) + 1; */

/*@ ensures size(n) == 7; */
int by_axiom(int n)
{
  return n;
}
