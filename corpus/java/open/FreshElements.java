// What an array holds was there before a new object is made. That is true, and not known of arrays; no heap of
// Java refutes it.
class FreshElements {
  //@ requires a.length > 0;
  static void other(Object[] a) {
    Object b = new Object();
    //@ assert a[0] != b;  // OPEN
  }

  //@ requires a.length > 0;
  static void row(int[][] a) {
    int[][] b = new int[2][3];
    //@ assert a[0] != b[0];  // OPEN
  }
}
