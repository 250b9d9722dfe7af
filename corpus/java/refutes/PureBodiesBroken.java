// Pure methods in formulas: arithmetic wraps around as in code, and what they return is what counts.
class PureBodiesBroken {
  /*@ pure @*/ static int max(int a, int b) {
    if (a > b) return a;
    else return b;
  }

  /*@ pure @*/ static int next(int x) {
    return x + 1;
  }

  //@ ensures \result == max(x, y); // FAILS
  static int smallest(int x, int y) {
    return x < y ? x : y;
  }

  //@ ensures next(x) > x; // FAILS
  static void grows(int x) {
  }
}
