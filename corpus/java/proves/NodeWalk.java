// Walking along linked nodes: the last one, the n-th one, their number up to a limit.
class NodeWalk {
  static class Node {
    int val;
    /*@ nullable @*/ Node next;
  }

  //@ ensures \result.next == null;
  static Node last(Node first) {
    Node n = first;
    //@ loop_predicate n != null;
    while (n.next != null) {
      n = n.next;
    }
    return n;
  }

  //@ requires 0 <= limit;
  //@ ensures 0 <= \result && \result <= limit;
  static int length(/*@ nullable @*/ Node first, int limit) {
    int n = 0;
    //@ loop_predicate 0 <= n, n <= limit;
    for (Node p = first; p != null && n < limit; p = p.next) {
      n++;
    }
    return n;
  }

  /*@ nullable @*/ static Node skip(/*@ nullable @*/ Node first, int n) {
    Node p = first;
    while (n > 0) {
      if (p == null) return null;
      p = p.next;
      n--;
    }
    return p;
  }

  static boolean has(/*@ nullable @*/ Node first, int x) {
    for (Node p = first; p != null; p = p.next) {
      if (p.val == x) return true;
    }
    return false;
  }
}
