/** A range whose size is counted in an int. */
record EverydayRangeWide(int from, int to) {
  EverydayRangeWide {
    if (from > to) {
      int other = from;
      from = to;
      to = other;
    }
  }

  //@ ensures \result >= 1; // FAILS
  long size() {
    return to - from + 1;
  }
}
