// Types as values in ESC/Java: a ghost that names another type.
class EscTypes {
  //@ ghost public \TYPE elementType
  //@ also_modifies \nothing
  EscTypes() {
  }

  //@ requires x != null && elementType == \type(Number)
  //@ requires \typeof(x) <: elementType
  String get(Object x) {
    return (String) x; // FAILS
  }

  static void kinds(/*@ non_null */ Object x) {
    //@ assert \typeof(x) <: \type(String) // FAILS
  }

  static void same() {
    //@ assert \type(int) == \type(long) // FAILS
  }
}
