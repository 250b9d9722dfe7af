// Premises of a case may be joined in any way that denies nothing.
/*@ inductive even(integer n) {
      case zero: even(0);
      case next: \forall integer n; (n == 0 || n > 0 && even(n)) ==> even(n + 2);
    } */

int four(void)
{
  //@ assert even(2);
  //@ assert even(4);
  return 4;
}
