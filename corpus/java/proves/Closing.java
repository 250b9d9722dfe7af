// Exceptions of one's own, thrown, declared, caught and passed on.
class Closing {
  static class Closed extends Exception {
  }

  boolean open;

  //@ ensures open && \old(open);
  //@ signals (Closed e) !\old(open) && !open;
  //@ assignable \nothing;
  void check() throws Closed {
    if (!open) throw new Closed();
  }

  //@ ensures \old(open) && !open;
  //@ signals (Closed e) !\old(open);
  //@ assignable open;
  void close() throws Closed {
    check();
    open = false;
  }

  //@ ensures !open;
  //@ ensures \result <==> \old(open);
  boolean quietly() {
    try {
      close();
      return true;
    } catch (Closed e) {
      open = false;
      return false;
    }
  }
}
