// Moves the cells greater than v to a new list (Flanagan & Qadeer, figure 5), with the two
// predicates more that SLAM needs (section 7.1).
class PartitionSlam {
  static class Cell {
    int val;
    /*@ nullable @*/ Cell next;
  }

  /*@ nullable @*/ static Cell partition(/*@ nullable @*/ Cell l, int v) {
    Cell curr = l, prev = null, newl = null, nextCurr;
    //@ loop_predicate prev == null, prev.val > v, curr == null, curr.val > v;
    while (curr != null) {
      nextCurr = curr.next;
      if (curr.val > v) {
        if (prev != null) prev.next = nextCurr;
        if (curr == l) l = nextCurr;
        curr.next = newl;
        //@ assert curr != prev;
        newl = curr;
      } else prev = curr;
      curr = nextCurr;
    }
    return newl;
  }
}
