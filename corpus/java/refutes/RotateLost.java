// Rotating that saves the first element too late (twin of Rotate).
class RotateLost {
  //@ requires a.length > 0;
  //@ ensures a[a.length - 1] == \old(a[0]);  // FAILS
  static void left(int[] a) {
    //@ loop_predicate 1 <= i;
    for (int i = 1; i < a.length; i++) {
      a[i - 1] = a[i];
    }
    int first = a[0];
    a[a.length - 1] = first;
  }
}
