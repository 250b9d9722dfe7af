// An array that is shared has one owner only, and a new one none.
class EscOwner {
  private /*@ non_null */ Object[] elements;
  //@ invariant elements.owner == this // FAILS

  //@ also_modifies \nothing
  EscOwner() {
    elements = new Object[4];
  }

  static void fresh() {
    Object[] a = new Object[4];
    //@ assert a.owner == a // FAILS
  }
}
