/** An order that is sent before it is paid. */
class EverydayOrderUnpaid {
  enum State {
    NEW, PAID, SENT
  }

  private State state = State.NEW;
  private int cents;
  //@ private invariant cents >= 0;

  //@ signals_only IllegalStateException;
  //@ signals (IllegalStateException e) \old(state) != State.PAID; // FAILS
  //@ ensures state == State.SENT;
  void send() {
    if (state != State.NEW) {
      throw new IllegalStateException("not new");
    }
    state = State.SENT;
  }
}
