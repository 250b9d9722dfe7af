// Loops that write more than their frames name.
class LoopFramesLeft {
  int x;
  int y;

  static void other(int[] a, int[] b, int n) {
    //@ loop_invariant 0 <= i;
    //@ assignable a[*];
    for (int i = 0; i < n && i < b.length; i++) b[i] = 1; // FAILS
  }

  void field(int n) {
    x = 0;
    //@ loop_invariant true;
    //@ assignable x;
    while (x < n) {
      x++;
      y = 2; // FAILS
    }
  }

  // made in the method, but not in the loop
  static void before() {
    int[] c = new int[5];
    //@ loop_invariant 0 <= i;
    //@ assignable \nothing;
    for (int i = 0; i < 5; i++) c[i] = 2; // FAILS
  }

  static void beyond(int[] a) {
    //@ loop_invariant 0 <= i;
    //@ assignable a[0 .. 2];
    for (int i = 0; i < a.length; i++) a[i] = 1; // FAILS
  }
}
