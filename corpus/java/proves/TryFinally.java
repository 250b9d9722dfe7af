// `finally` runs on every way out: a flag is lowered after a return, an exception, the end.
class TryFinally {
  boolean busy;
  int done;

  //@ ensures !busy && \result == 100 / n;
  //@ signals (ArithmeticException e) n == 0 && !busy;
  //@ signals_only ArithmeticException;
  int share(int n) {
    busy = true;
    try {
      return 100 / n;
    } finally {
      busy = false;
    }
  }

  //@ requires done < 1000;
  //@ ensures !busy && done == \old(done) + 1;
  void work(int n) {
    busy = true;
    try {
      if (n < 0) return;
      busy = n == 0;
    } finally {
      done++;
      busy = false;
    }
  }
}
