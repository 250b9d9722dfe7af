// Types as values in ESC/Java: what a collection holds is told by a ghost.
class EscTypes {
  //@ ghost public \TYPE elementType
  private /*@ non_null */ Object[] elements;
  //@ invariant \typeof(elements) == \type(Object[])

  //@ also_modifies \nothing
  //@ ensures elementType == \type(Object)
  EscTypes() {
    elements = new Object[4];
    //@ set elementType = \type(Object)
  }

  //@ requires 0 <= i && i < elements.length
  //@ requires elementType == \type(String)
  //@ requires elements[i] != null && \typeof(elements[i]) <: elementType
  String get(int i) {
    return (String) elements[i];
  }

  static void kinds(/*@ non_null */ Object[] a, Object x) {
    //@ assert \type(int) != \type(long)
    //@ assert \type(EscLeft) != \type(EscRight)
    //@ assert \type(String) <: \type(Object)
    //@ assert !(\type(Object) <: \type(String))
    //@ assert \type(Integer) <: \type(Number)
    //@ assert !(\type(int) <: \type(Object))
    //@ assert \elemtype(\type(int[])) == \type(int)
    //@ assert \elemtype(\type(String[][])) == \type(String[])
    //@ assert x != null ==> \typeof(x) <: \typeof(x)
  }
}

interface EscLeft {
}

interface EscRight {
}
