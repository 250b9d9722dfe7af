// The iterator is asked for the next number twice (twin of IntRange).
class IntRangeNext {
  final int end;
  int at;
  //@ invariant at <= end;

  //@ requires from <= to;
  //@ ensures at == from && end == to;
  IntRangeNext(int from, int to) {
    at = from;
    end = to;
  }

  //@ requires at < end;
  //@ ensures \result == \old(at) && at == \old(at) + 1;
  //@ assignable at;
  int next() {
    return at++;
  }

  static void two() {
    IntRangeNext r = new IntRangeNext(5, 6);
    int x = r.next();
    //@ assert x == 5;
    int y = r.next();  // FAILS
  }
}
