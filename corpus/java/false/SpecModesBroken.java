// Modes of arithmetic, invariants by name, cases within cases, values before a call, each with something wrong.
class SpecModesBroken {
  int n;
  //@ public initially n == 0; // FAILS

  SpecModesBroken() {
    n = 1;
  }

  /*@ public normal_behavior
    @ old int before = n;
    @ requires n < 1000;
    @ {|
    @   requires up;
    @   ensures n == before + 1;
    @ also
    @   requires !up;
    @   ensures n == before + 2; // FAILS
    @ |}
    @*/
  void step(boolean up) {
    if (up) n = n + 1;
  }

  //@ ensures \result >= x; // FAILS
  /*@ spec_java_math @*/ static int twice(int x) {
    return x + x;
  }

  //@ ensures (\let int y = x; (\lbl RESULT \result == (y >>> 3))); // FAILS
  static int eighth(int x) {
    return x >> 3;
  }
}
