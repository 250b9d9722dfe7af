// The second operand is thought to be read first (twin of Increments).
class IncrementsOrder {
  //@ requires 0 <= i && i < 10;
  //@ ensures \result == 2 * i;  // FAILS
  static int sum(int i) {
    return i++ + i;
  }
}
