// The swap is called for an element that a short array has not (twin of Pivot).
class PivotSwap {
  //@ requires 0 <= i && i < a.length && 0 <= j && j < a.length;
  //@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
  //@ assignable a[*];
  static void swap(int[] a, int i, int j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }

  //@ requires a.length >= 1;
  static void order(int[] a) {
    swap(a, 0, 1);  // FAILS
  }
}
