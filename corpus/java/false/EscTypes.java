// Types of which nothing is known are below nothing that is known, and equal to nothing.
class EscTypes {
  //@ ghost public \TYPE elementType
  //@ also_modifies \nothing
  EscTypes() {
  }

  //@ requires x != null
  void below(Object x) {
    //@ assert \typeof(x) <: elementType // FAILS
  }

  static void unknown(/*@ non_null */ Object x) {
    //@ assert \typeof(x) <: \type(Gadget) // FAILS
  }

  static void equal() {
    //@ assert \type(Gadget) == \type(Gizmo) // FAILS
  }

  static void array() {
    //@ assert \type(Gadget) <: \type(Object[]) // FAILS
  }
}
