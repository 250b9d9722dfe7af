// Rotating that reads the right neighbour of the last element (twin of Rotate).
class RotateBound {
  static void left(int[] a) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      a[i] = a[i + 1];  // FAILS
    }
  }
}
