// Strings and boxes made by `new` hold what they are given, and keep it.
class NewStrings {
  static void fromArray() {
    char[] letters = {'a', 'b', 'c'};
    String all = new String(letters);
    String end = new String(letters, 1, 2);
    letters[1] = 'z';
    assert all.equals("abc");
    assert end.charAt(0) == 'b' && end.length() == 2;
  }

  static void fromBuilder() {
    StringBuilder builder = new StringBuilder("ab");
    String before = new String(builder);
    builder.append('c');
    assert before.length() == 2 && before.charAt(1) == 'b';
  }

  static void empty() {
    assert new String().equals("");
  }

  static void boxes(int n) {
    Integer box = new Integer(n);
    assert box.intValue() == n;
    Boolean truth = new Boolean(n > 3);
    assert truth == n > 3;
  }
}
