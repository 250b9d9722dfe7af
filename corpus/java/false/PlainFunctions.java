// What plain functions of the library do not give: a text by another type, a part that is not there, another class.
class PlainFunctions {
  int n;

  static void unit() {
    assert Integer.toString('a').length() == 1; // FAILS
  }

  static void point() {
    assert Character.toString('a' + 1).length() == 2; // FAILS
  }

  static void unsigned(byte b) {
    assert Byte.toUnsignedInt(b) == b; // FAILS
  }

  static void unboxed(Integer k) {
    if (k == null) {
      double d = Math.sqrt(k); // FAILS
    }
  }

  static String second(String s) {
    return s.split(",")[1]; // FAILS
  }

  static boolean other(Object o) {
    return o.getClass() == String.class && ((PlainFunctions) o).n > 0; // FAILS
  }

  static void below(PlainFunctions a) {
    assert a.getClass() == PlainFunctions.class; // FAILS
  }

  static void beyond(int[] a) {
    java.util.Arrays.sort(a, 0, 5); // FAILS
  }

  static void different(int[] a, int[] b) {
    if (java.util.Arrays.equals(a, b)) {
      assert a == b; // FAILS
    }
  }
}

class PlainFunctionsBelow extends PlainFunctions {
  int more;
}
