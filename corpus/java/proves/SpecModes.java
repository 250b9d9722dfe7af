// Modes of arithmetic, invariants by name, cases within cases, values before a call.
class SpecModes {
  int n;
  //@ public invariant 0 <= n && n <= 1000;
  //@ public initially n == 0;

  SpecModes() {
    n = 0;
  }

  /*@ public normal_behavior
    @ old int before = n;
    @ requires n < 1000;
    @ {|
    @   requires up;
    @   ensures n == before + 1 && \invariant_for(this);
    @ also
    @   requires !up;
    @   ensures n == before && this.\inv;
    @ |}
    @*/
  void step(boolean up) {
    if (up) n = n + 1;
  }

  //@ ensures \result == x + x;
  /*@ spec_java_math @*/ static int twice(int x) {
    return x + x;
  }

  //@ requires \forall int k; 0 <= k && k < a.length; 0 <= a[k] && a[k] < 10;
  //@ requires a.length < 1000;
  //@ ensures \result == (\bsum int k; 0; a.length; a[k]);
  static int total(int[] a) {
    int s = 0;
    //@ loop_invariant 0 <= i && i <= a.length && 0 <= s && s <= 10 * i;
    //@ loop_invariant s == (\sum int k; 0 <= k && k < i; a[k]);
    for (int i = 0; i < a.length; i++) s += a[i];
    return s;
  }

  //@ ensures (\let int y = x; (\lbl RESULT \result == (y >>> 3)));
  static int eighth(int x) {
    return x >>> 3;
  }
}
