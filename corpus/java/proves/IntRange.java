// An iterator over a range of numbers, and its use.
class IntRange {
  final int end;
  int at;
  //@ invariant at <= end;

  //@ requires from <= to;
  //@ ensures at == from && end == to;
  IntRange(int from, int to) {
    at = from;
    end = to;
  }

  //@ ensures \result <==> at < end;
  /*@ pure @*/ boolean hasNext() {
    return at < end;
  }

  //@ requires at < end;
  //@ ensures \result == \old(at) && at == \old(at) + 1;
  //@ assignable at;
  int next() {
    return at++;
  }

  static void mark(boolean[] seen) {
    IntRange r = new IntRange(0, seen.length);
    //@ loop_predicate 0 <= r.at;
    while (r.hasNext()) {
      seen[r.next()] = true;
    }
  }
}
