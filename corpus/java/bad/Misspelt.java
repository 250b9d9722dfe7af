// Annotations that are left out, each with a warning on its line.
class Misspelt {
  //@ requries x > 0;  // WARNING
  static int half(int x) {
    //@ loop_invariant x > 0;  // WARNING
    int y = x / 2;
    //@ assert y * 2 <= x || ;  // WARNING
    return y;
  }

  //@ ensures \result > 0;  // WARNING
}
