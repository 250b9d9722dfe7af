// Walking to the last node steps over the end (twin of NodeWalk).
class NodeWalkEnd {
  static class Node {
    int val;
    /*@ nullable @*/ Node next;
  }

  static int last(Node first) {
    Node n = first;
    while (n != null) {
      n = n.next;
    }
    return n.val;  // FAILS
  }
}
