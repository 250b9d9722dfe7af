// Skipping nodes of a list that may be too short (twin of NodeWalk).
class NodeWalkSkip {
  static class Node {
    int val;
    /*@ nullable @*/ Node next;
  }

  /*@ nullable @*/ static Node skip(/*@ nullable @*/ Node first, int n) {
    Node p = first;
    while (n > 0) {
      p = p.next;  // FAILS
      n--;
    }
    return p;
  }
}
