// What arrays of a class of which nothing is known take: whatever is of the class, if it has none below it, which only Java knows.
class ArrayStores {
  static void given(Thread.State[] a, Thread.State s) {
    if (a.length > 0) {
      a[0] = s; // OPEN
    }
  }

  static void made(Thread t) {
    Thread[] a = new Thread[2];
    a[0] = t;
    a[1] = a[0];
    Thread[] b = {t, a[0]};
    b[1] = t;
    Thread[][] rows = new Thread[3][2];
    rows[1][1] = t;
  }
}
