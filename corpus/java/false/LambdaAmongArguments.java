// A lambda among the arguments of arraycopy gives the array that is copied to somebody else.
class LambdaAmongArguments {
  static class Held {
    /*@ spec_public @*/ int[] held = { 1 };

    //@ public invariant held != null && held.length > 0 && held[0] > 0; // FAILS

    //@ requires c != null && c.length > 0 && c[0] > 0;
    //@ assignable held;
    void put(int[] c) {
      held = c;
    }
  }

  static int run(Runnable r) {
    r.run();
    return 1;
  }

  //@ requires h != null;
  static void given(Held h) {
    int[] a = { 1 };
    int[] b = { 1 };
    System.arraycopy(a, 0, b, 0, run(() -> {
      if (h != null && a != null && a.length > 0 && a[0] > 0)
        h.put(a);
    }));
    a[0] = -1;
  }
}
