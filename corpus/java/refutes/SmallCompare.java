// Comparison by subtraction, which may overflow (twin of Small).
class SmallCompare {
  //@ ensures x < y ==> \result < 0;  // FAILS
  static int compare(int x, int y) {
    return x - y;
  }
}
