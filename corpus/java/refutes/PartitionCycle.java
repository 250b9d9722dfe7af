// `partition` remembers moved cells as the previous one (twin of Partition): in a list that runs
// in a circle it meets that cell again.
class PartitionCycle {
  static class Cell {
    int val;
    /*@ nullable @*/ Cell next;
  }

  /*@ nullable @*/ static Cell partition(/*@ nullable @*/ Cell l, int v) {
    Cell curr = l;
    Cell prev = null;
    Cell newl = null;
    //@ loop_predicate prev == null, prev.val > v;
    while (curr != null) {
      Cell nextCurr = curr.next;
      if (curr.val > v) {
        if (prev != null) {
          prev.next = nextCurr;
        }
        curr.next = newl;
        //@ assert curr != prev;  // FAILS
        newl = curr;
      }
      prev = curr;
      curr = nextCurr;
    }
    return newl;
  }
}
