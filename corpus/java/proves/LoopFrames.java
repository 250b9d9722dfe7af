// Frames of loops, as KeY and OpenJML write them.
class LoopFrames {
  int x;
  int y;

  /*@ public normal_behavior
    @ requires a.length > 0;
    @ ensures (\forall int i; 0 <= i && i < a.length; a[i] <= \result);
    @ assignable \nothing;
    @*/
  static int max(int[] a) {
    int m = a[0];
    /*@ loop_invariant 1 <= k && k <= a.length;
      @ loop_invariant (\forall int i; 0 <= i && i < k; a[i] <= m);
      @ assignable \nothing;
      @ decreases a.length - k;
      @*/
    for (int k = 1; k < a.length; k++) {
      if (a[k] > m) m = a[k];
    }
    return m;
  }

  static void clear(int[] a) {
    //@ loop_invariant 0 <= i && i <= a.length;
    //@ loop_writes i, a[*];
    for (int i = 0; i < a.length; i++) a[i] = 0;
  }

  //@ assignable x; ensures x == 1;
  void set() {
    x = 1;
  }

  // what is made in the loop may be written
  void calls(int n) {
    //@ loop_invariant 0 <= i;
    //@ assignable this.x;
    for (int i = 0; i < 5; i++) {
      set();
      int[] made = new int[3];
      made[0] = x;
    }
  }
}
