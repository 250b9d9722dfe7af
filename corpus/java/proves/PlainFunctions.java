// Functions of the library that only give a value change nothing: numbers, texts, patterns; objects of one class.
class PlainFunctions {
  int n;

  void numbers(double d, int k) {
    n = 3;
    double e = Math.abs(d) + Math.sqrt(d) + Math.pow(d, 2) + Math.floor(d) + Math.max(d, k);
    long r = Math.round(d);
    int b = Integer.reverse(k) + Integer.rotateLeft(k, 3) + Double.compare(d, e);
    boolean odd = Double.isNaN(d) || Character.isJavaIdentifierStart('x');
    assert n == 3;
  }

  void texts(int k, String s) {
    n = 4;
    String t = Integer.toBinaryString(k) + Integer.toHexString(k) + Long.toString(3L, 2);
    boolean fits = s.matches("[a-z]+");
    String other = s.replaceAll("[0-9]", "");
    assert n == 4 && other != null;
  }

  static int words(String s) {
    int letters = 0;
    for (String word : s.split(" ")) {
      letters += word.length();
    }
    return letters;
  }

  static void exact() {
    assert Byte.toUnsignedInt((byte) -1) == 255;
    assert Integer.toUnsignedLong(-1) == 4294967295L;
    assert Integer.toString('a').length() == 2;
  }

  @Override
  public boolean equals(Object other) {
    if (other == null || getClass() != other.getClass()) {
      return false;
    }
    PlainFunctions that = (PlainFunctions) other;
    return n == that.n;
  }

  static boolean named(Object other) {
    return other.getClass() == PlainFunctions.class && ((PlainFunctions) other).n > 0;
  }

  static void compared(int[] a, int[] b) {
    if (java.util.Arrays.equals(a, b) && a.length > 2) {
      assert b.length > 2 && a[1] == b[1];
    }
  }

  //@ requires 0 <= from && from <= a.length;
  static void sorted(int[] a, int from) {
    java.util.Arrays.sort(a, from, a.length);
    if (from < a.length - 1) {
      assert a[from] <= a[from + 1];
    }
  }
}

class PlainFunctionsBelow extends PlainFunctions {
  int more;
}
