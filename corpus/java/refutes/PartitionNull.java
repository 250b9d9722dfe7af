// `partition` does not stop at the end of the list (twin of Partition).
class PartitionNull {
  static class Cell {
    int val;
    /*@ nullable @*/ Cell next;
  }

  static void partition(/*@ nullable @*/ Cell l, int v) {
    Cell curr = l;
    Cell prev = null;
    Cell newl = null;
    //@ loop_predicate prev == null, prev.val > v;
    while (true) {
      Cell nextCurr = curr.next;  // FAILS
      if (curr.val > v) {
        if (prev != null) {
          prev.next = nextCurr;
        }
        curr.next = newl;
        //@ assert curr != prev;
        newl = curr;
      } else {
        prev = curr;
      }
      curr = nextCurr;
    }
  }
}
