// Nobody makes the invariant true before the first method may rely on it.
class StaticInvariantsUnset {
  static int limit;

  //@ static invariant limit > 0;  // FAILS

  static int perLimit(int n) {
    return n / limit;
  }

  static class Late {
    static int first = perLimit(12);  // FAILS
    static int limit = 4;

    //@ static invariant limit > 0;

    //@ ensures \result == n / limit;
    static int perLimit(int n) {
      return n / limit;
    }
  }
}
