// System.arraycopy: a part that is not there, a place beyond the end, elements that do not fit, a frame.
class ArrayCopy {
  static void far(int[] a) {
    int[] b = new int[4];
    System.arraycopy(a, 0, b, 0, a.length); // FAILS
  }

  static void late(char[] a, int at) {
    System.arraycopy(a, at, a, 0, a.length - at); // FAILS
  }

  static void kinds(int[] a, long[] b) {
    System.arraycopy(a, 0, b, 0, 0); // FAILS
  }

  static void overlap() {
    int[] a = {1, 2, 3};
    System.arraycopy(a, 0, a, 1, 2);
    //@ assert a[2] == 1; // FAILS
  }

  //@ requires a.length > 1;
  //@ assignable a[0];
  static void frame(int[] a) {
    System.arraycopy(new int[2], 0, a, 0, 2); // FAILS
  }
}
