// The filter counts up before it stores (twin of Compact).
class CompactFirst {
  static int compact(int[] a) {
    int n = 0;
    //@ loop_predicate 0 <= n, n <= i;
    for (int i = 0; i < a.length; i++) {
      if (a[i] == 0) continue;
      a[++n] = a[i];  // FAILS
    }
    return n;
  }
}
