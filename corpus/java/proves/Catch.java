// Exceptions of the run time, caught.
class Catch {
  //@ ensures y == 0 ==> \result == 0;
  //@ ensures y == 1 ==> \result == x;
  static int divide(int x, int y) {
    try {
      return x / y;
    } catch (ArithmeticException e) {
      return 0;
    }
  }

  //@ ensures 0 <= i && i < a.length ==> \result == a[i];
  //@ ensures i < 0 || a.length <= i ==> \result == other;
  static int get(int[] a, int i, int other) {
    try {
      return a[i];
    } catch (ArrayIndexOutOfBoundsException e) {
      return other;
    }
  }

  //@ ensures a == null ==> \result == -1;
  //@ ensures a != null ==> \result == a.length;
  static int length(/*@ nullable @*/ int[] a) {
    int n = -1;
    try {
      n = a.length;
    } catch (NullPointerException e) {
      //@ assert n == -1;
    }
    return n;
  }

  static int text(Object o) {
    try {
      return ((String) o).length();
    } catch (ClassCastException | IllegalStateException e) {
      return 0;
    }
  }
}
