/** An order that is paid and then sent. */
class EverydayOrder {
  enum State {
    NEW, PAID, SENT
  }

  private State state = State.NEW;
  private int cents;
  //@ private invariant cents >= 0;

  //@ signals_only IllegalArgumentException, IllegalStateException;
  void add(int price) {
    if (price < 0) {
      throw new IllegalArgumentException("a negative price");
    }
    if (state != State.NEW || price > 1_000_000 - cents) {
      throw new IllegalStateException();
    }
    cents += price;
  }

  //@ ensures \result ==> state == State.PAID;
  boolean pay(int amount) {
    if (state != State.NEW || amount < cents) {
      return false;
    }
    state = State.PAID;
    return true;
  }

  //@ signals_only IllegalStateException;
  //@ signals (IllegalStateException e) \old(state) != State.PAID;
  //@ ensures state == State.SENT;
  void send() {
    if (state != State.PAID) {
      throw new IllegalStateException("not paid");
    }
    state = State.SENT;
  }
}
