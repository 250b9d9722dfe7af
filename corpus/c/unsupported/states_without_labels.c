// Where a lemma speaks of several states, what it reads has to say in which of them.
/*@ logic integer sum{L}(int *p, integer n) = n <= 0 ? 0 : *p + sum{L}(p, n - 1);
    predicate one{L}(int *p) = *p == 1; */

//@ lemma same{L1,L2}: \forall int *p, integer n; sum{L2}(p, n) == sum(p, n); // UNSUPPORTED
//@ lemma none{L1,L2}: \forall int *p; one{L2}(p) ==> *p == 1; // UNSUPPORTED
//@ lemma here{L1,L2}: \forall int *p; one{L2}(p) ==> one{Here}(p); // UNSUPPORTED

/*@ requires \valid(p) && one(p);
    assigns *p; */
void change(int *p)
{
  *p = 3;
}
