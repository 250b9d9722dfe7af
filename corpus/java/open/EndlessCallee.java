// What only a call comes before that never comes back is not refuted.
class EndlessCallee {
  /*@ nullable @*/ EndlessCallee next;

  /*@ pure @*/ static int up(int n) {
    return up(n + 1);
  }

  //@ ensures false; // OPEN
  static void afterRecursion(int n) {
    up(n);
  }

  //@ assignable \nothing;
  static void ping(int n) {
    pong(n);
  }

  //@ assignable \nothing;
  static void pong(int n) {
    ping(n);
  }

  //@ ensures false; // OPEN
  static void afterBoth(int n) {
    ping(n);
  }

  //@ assignable \nothing;
  static void spin() {
    while (true) {
    }
  }

  //@ ensures false; // OPEN
  static void afterLoop() {
    spin();
  }
}
