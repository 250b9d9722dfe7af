// Only every other element is filled before all are used (twin of FillRefs).
class FillRefsEven {
  static final class Cell {
    int val;
  }

  static void fill(Cell[] a) {
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == null;
    for (int i = 0; i < a.length; i++) {
      if (i % 2 == 0) {
        a[i] = new Cell();
      }
    }
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      a[i].val = i;  // FAILS
    }
  }
}
