// Ghosts that every object has in ESC/Java: an array that belongs to an object is written by nobody else.
class EscOwner {
  private /*@ non_null */ Object[] elements;
  private int count;
  //@ invariant elements.owner == this
  //@ invariant 0 <= count && count <= elements.length
  //@ invariant \typeof(elements) == \type(Object[])

  //@ also_modifies \nothing
  EscOwner() {
    elements = new Object[4];
    //@ set elements.owner = this
  }

  //@ requires x != null && count < elements.length
  //@ modifies count, elements[*]
  //@ ensures count == \old(count) + 1
  void add(Object x) {
    elements[count] = x;
    count++;
  }

  //@ requires count < 1000
  //@ modifies count, elements
  //@ ensures count < elements.length
  void grow() {
    Object[] more = new Object[count + 1];
    //@ assert more.owner == null
    elements = more;
    //@ set elements.owner = this
    //@ assert more.owner == this
  }

  //@ requires other != null && other != this
  void apart(EscOwner other) {
    //@ assert other.elements != elements
  }
}
