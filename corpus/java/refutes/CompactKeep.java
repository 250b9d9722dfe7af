// The filter keeps what it should drop (twin of Compact).
class CompactKeep {
  //@ ensures (\forall int k; 0 <= k && k < \result; a[k] != 0);  // FAILS
  static int compact(int[] a) {
    int n = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= n, n <= i, 0 <= k, k < n, a[k] == 0;
    for (int i = 0; i < a.length; i++) {
      if (a[i] != 0) continue;
      a[n++] = a[i];
    }
    return n;
  }
}
