// Invariants that read elements and fields only where there are such.
class LoopInvariantDefined {
  static class Node {
    int v;
    /*@ nullable @*/ Node next;
  }

  static int walk(int[] a) {
    int i = 0;
    //@ loop_invariant 0 <= i && i <= a.length;
    //@ loop_invariant i < a.length ==> a[i] == a[i];
    while (i < a.length) {
      i++;
    }
    return i;
  }

  static void all(int[] a) {
    int i = 0;
    //@ loop_invariant 0 <= i && i <= a.length;
    //@ loop_invariant (\forall int k; 0 <= k && k < i; a[k] == \old(a[k]));
    while (i < a.length) {
      i++;
    }
  }

  static void nodes(/*@ nullable @*/ Node n) {
    //@ loop_invariant n != null ==> n.v == n.v;
    while (n != null) {
      n = n.next;
    }
  }
}
