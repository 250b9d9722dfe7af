// Static state, a method without a contract that is inlined, and one with a contract.
class Ticket {
  static int next;

  private static int twice(int x) {
    return x + x;
  }

  //@ requires 0 <= next && next < 1000000;
  //@ ensures \result == 2 * \old(next) && next == \old(next) + 1;
  //@ assignable next;
  static int take() {
    int n = twice(next);
    next++;
    return n;
  }

  //@ requires next == 5;
  //@ ensures next == 7;
  static void two() {
    int x = take();
    int y = take();
    //@ assert x == 10 && y == 12;
  }
}
