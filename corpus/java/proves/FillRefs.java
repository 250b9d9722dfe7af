// An array of references is filled with objects, then every one of them is used.
class FillRefs {
  static final class Cell {
    int val;
  }

  static void fill(Cell[] a) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == null;
    for (int i = 0; i < a.length; i++) {
      a[i] = new Cell();
    }
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      a[i].val = i;
    }
  }

  //@ requires 0 <= n;
  //@ ensures \result.length == n && \nonnullelements(\result);
  static Object[] same(Object o, int n) {
    Object[] a = new Object[n];
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == null;
    for (int i = 0; i < n; i++) {
      a[i] = o;
    }
    return a;
  }
}
