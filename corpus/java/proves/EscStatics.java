// An invariant about static fields alone is static in ESC/Java: a constructor may rely on it.
class EscStatics {
  //@ invariant 0 <= made
  private static int made = 0;

  //@ invariant 0 <= slot && slot < made
  private int slot;

  //@ requires made < 1000
  //@ also_modifies made
  EscStatics() {
    slot = made;
    made++;
  }

  //@ modifies \nothing
  //@ ensures \result
  boolean isOne() {
    return slot < made;
  }
}
