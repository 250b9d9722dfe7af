// Moves the cells greater than v to a new list (Flanagan & Qadeer, figure 5), with the two
// predicates of the paper.
class Partition {
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
        if (curr == l) {
          l = nextCurr;
        }
        curr.next = newl;
        //@ assert curr != prev;
        newl = curr;
      } else {
        prev = curr;
      }
      curr = nextCurr;
    }
    return newl;
  }
}
