// A predicate that holds where it does not hold is none.
/*@ inductive odd(integer n) {
      case one: odd(1);
      case next: \forall integer n; !odd(n) ==> odd(n + 1); // UNSUPPORTED
    } */

int denied(void)
{
  //@ assert odd(3);
  return 3;
}
