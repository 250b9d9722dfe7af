// The absolute value of any int (twin of Small): the least one has none.
class SmallAbs {
  //@ ensures 0 <= \result;  // FAILS
  static int abs(int x) {
    return x < 0 ? -x : x;
  }
}
