// The second call throws, and the exception is not caught. Whether a callee throws is not known by its contract (twin of Closing).
class ClosingTwice {
  static class Closed extends RuntimeException {
  }

  boolean open;

  //@ ensures \old(open) && !open;
  //@ signals (Closed e) !\old(open);
  //@ signals_only Closed;
  //@ assignable open;
  void close() {
    if (!open) throw new Closed();
    open = false;
  }

  //@ requires open;
  void twice() {
    close();
    close();  // OPEN
  }
}
