// Cases of inductive predicates with labels of their own read memory in states that differ.
/*@ inductive differs{L1,L2}(int *p) {
      case by{L1,L2,L3}: \forall int *p;
        \at(*p, L1) != \at(*p, L3) && \at(*p, L3) == \at(*p, L2) ==> differs{L1,L2}(p);
    }
    inductive once{L}(int *p) {
      case some{L,M}: \forall int *p; \at(*p, L) != \at(*p, M) && \at(*p, L) == 1 ==> once{L}(p);
    } */

/*@ requires \valid(p) && *p == 0;
    ensures differs{Pre,Here}(p) <==> differs{Pre,Pre}(p); // FAILS
*/
void change(int *p)
{
  *p = 1;
}

/*@ requires \valid(p) && once{Pre}(p);
    ensures once{Here}(p); // FAILS
*/
void write(int *p)
{
  *p = 3;
}
