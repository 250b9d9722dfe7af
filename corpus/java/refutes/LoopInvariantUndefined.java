// An invariant that reads behind the end of the array, or a field of null, does not hold there, whatever it says.
class LoopInvariantUndefined {
  static class Node {
    int v;
    /*@ nullable @*/ Node next;
  }

  static int walk(int[] a) {
    int i = 0;
    //@ loop_invariant 0 <= i && i <= a.length;
    //@ loop_invariant a[i] == a[i];  // FAILS
    while (i < a.length) {
      i++;
    }
    return i;
  }

  static void all(int[] a) {
    int i = 0;
    //@ loop_invariant 0 <= i && i <= a.length;
    //@ loop_invariant (\forall int k; 0 <= k && k <= i; a[k] == \old(a[k]));  // FAILS
    while (i < a.length) {
      i++;
    }
  }

  static void nodes(/*@ nullable @*/ Node n) {
    //@ loop_invariant n.v == n.v;  // FAILS
    while (n != null) {
      n = n.next;
    }
  }
}
