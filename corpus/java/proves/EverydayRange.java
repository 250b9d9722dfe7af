/** A range of whole numbers. */
record EverydayRange(int from, int to) {
  //@ public invariant from <= to;

  EverydayRange {
    if (from > to) {
      int other = from;
      from = to;
      to = other;
    }
  }

  boolean contains(int x) {
    return from <= x && x <= to;
  }

  //@ ensures \result >= 1;
  long size() {
    return (long) to - from + 1;
  }
}
