// What comes behind a call that comes back is refuted: of a recursion that is measured, and of a loop with a way out.
class MeasuredCallee {
  //@ requires n >= 0;
  //@ decreases n;
  //@ assignable \nothing;
  static void down(int n) {
    if (n > 0) down(n - 1);
  }

  //@ ensures false; // FAILS
  static void afterRecursion() {
    down(3);
  }

  //@ assignable \nothing;
  static void search(int n) {
    while (true) {
      if (n <= 0) break;
      n--;
    }
  }

  //@ ensures false; // FAILS
  static void afterLoop() {
    search(3);
  }
}
