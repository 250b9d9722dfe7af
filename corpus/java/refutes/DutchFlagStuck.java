// The three-way sort does not move the upper end (twin of DutchFlag).
class DutchFlagStuck {
  static void flag(byte[] a) {
    int lo = 0;
    int mid = 0;
    int hi = a.length;
    //@ loop_invariant 0 <= lo && lo <= mid && mid <= hi && hi <= a.length;
    while (mid < hi) {
      if (a[mid] == 0) {
        a[mid] = a[lo];
        a[lo] = 0;
        lo++;
        mid++;
      } else if (a[mid] == 1) {
        mid++;
      } else {
        a[mid] = a[hi];  // FAILS
        a[hi] = 2;
        hi--;
      }
    }
  }
}
