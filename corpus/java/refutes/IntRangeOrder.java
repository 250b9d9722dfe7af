// An iterator over a range that may be the wrong way round (twin of IntRange).
class IntRangeOrder {
  final int end;
  int at;

  //@ ensures at <= end;  // FAILS
  IntRangeOrder(int from, int to) {
    at = from;
    end = to;
  }
}
