// Moving the elements that are not zero to the front, and filling the rest with zeros.
class Compact {
  //@ ensures 0 <= \result && \result <= a.length;
  //@ ensures (\forall int k; 0 <= k && k < \result; a[k] != 0);
  //@ ensures (\forall int k; \result <= k && k < a.length; a[k] == 0);
  static int compact(int[] a) {
    int n = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= n, n <= i, i <= a.length, 0 <= k, k < n, a[k] == 0;
    for (int i = 0; i < a.length; i++) {
      if (a[i] == 0) continue;
      a[n++] = a[i];
    }
    //@ skolem_constant int x;
    //@ loop_predicate n <= j, 0 <= x, x < n, x < j, a[x] == 0;
    for (int j = n; j < a.length; j++) {
      a[j] = 0;
    }
    return n;
  }
}
