// The running sum is never set back (twin of Kadane).
class KadaneReset {
  //@ requires a.length == 2;
  //@ requires (\forall int k; 0 <= k && k < a.length; -1000 <= a[k] && a[k] <= 1000);
  //@ ensures a[1] <= \result;  // FAILS
  static int best(int[] a) {
    int best = 0;
    int here = 0;
    //@ loop_predicate 0 <= i, -1000 * i <= here, here <= 1000 * i;
    for (int i = 0; i < a.length; i++) {
      here += a[i];
      if (here > best) best = here;
    }
    return best;
  }
}
