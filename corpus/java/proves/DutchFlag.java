// Sorting zeros, ones and twos with three indices.
class DutchFlag {
  //@ requires (\forall int k; 0 <= k && k < a.length; 0 <= a[k] && a[k] <= 2);
  //@ ensures (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);
  static void flag(byte[] a) {
    int lo = 0;
    int mid = 0;
    int hi = a.length;
    /*@ loop_invariant 0 <= lo && lo <= mid && mid <= hi && hi <= a.length;
      @ loop_invariant (\forall int k; 0 <= k && k < lo; a[k] == 0);
      @ loop_invariant (\forall int k; lo <= k && k < mid; a[k] == 1);
      @ loop_invariant (\forall int k; mid <= k && k < hi; 0 <= a[k] && a[k] <= 2);
      @ loop_invariant (\forall int k; hi <= k && k < a.length; a[k] == 2);
      @ decreases hi - mid;
      @*/
    while (mid < hi) {
      if (a[mid] == 0) {
        a[mid] = a[lo];
        a[lo] = 0;
        lo++;
        mid++;
      } else if (a[mid] == 1) {
        mid++;
      } else {
        hi--;
        a[mid] = a[hi];
        a[hi] = 2;
      }
    }
  }
}
