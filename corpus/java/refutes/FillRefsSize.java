// An array of references of a size that may be negative (twin of FillRefs).
class FillRefsSize {
  //@ ensures \nonnullelements(\result);
  static Object[] same(Object o, int n) {
    Object[] a = new Object[n];  // FAILS
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == null;
    for (int i = 0; i < n; i++) {
      a[i] = o;
    }
    return a;
  }
}
