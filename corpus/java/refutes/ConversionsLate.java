// The sum is made long after it has overflowed (twin of Conversions).
class ConversionsLate {
  //@ ensures \result == x + y;  // FAILS
  static long add(int x, int y) {
    return (long) (x + y);
  }
}
