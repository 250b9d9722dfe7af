// Annotations that cannot be read: whom they concern is unsupported.
class Misspelt {
  //@ requries x > 0;  // ERROR
  static int half(int x) {
    //@ loop_invariant x > 0;  // ERROR
    int y = x / 2;
    //@ assert y * 2 <= x || ;  // ERROR
    return y;
  }

  //@ ensures \result > 0;  // ERROR
}
