// A list that is searched, and one whose end is forgotten.
class Node {
  int value;
  /*@ nullable */ Node next;

  static boolean contains(/*@ nullable */ Node list, int wanted) {
    Node at = list;
    while (at != null) {
      if (at.value == wanted) return true;
      at = at.next;
    }
    return false;
  }

  //@ requires 0 <= n;
  static int nth(Node list, int n) {
    Node at = list;
    for (int i = 0; i < n; i++) at = at.next;
    return at.value;
  }
}
