// What a walk along a field comes to is of the field's type. That is true, and not known of walks; no heap
// of Java refutes it.
class ShapeTyped {
  static class Node {
    /*@ nullable @*/ Node next;
  }

  //@ requires first != null;
  //@ ensures (\forall \object x; \reach(first, Node.next, x) && x != null ==> x instanceof Node);  // OPEN
  static void typed(Node first) {
  }
}
