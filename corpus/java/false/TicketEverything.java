// Nothing is said about what the call may change (twin of Ticket).
class TicketEverything {
  static int next;
  static int other;

  //@ ensures \result == 2;
  static int take() {
    other = next;
    return 2;
  }

  static void two() {
    other = 3;
    int x = take();
    //@ assert other == 3;  // FAILS
  }
}
