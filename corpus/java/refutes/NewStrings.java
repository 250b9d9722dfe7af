// Strings and boxes made by `new` do not hold anything else.
class NewStrings {
  static void fromArray() {
    char[] letters = {'a', 'b', 'c'};
    String all = new String(letters);
    letters[1] = 'z';
    assert all.charAt(1) == 'z'; // FAILS
  }

  static void part() {
    char[] letters = {'a', 'b', 'c'};
    assert new String(letters, 1, 2).length() == 3; // FAILS
  }

  static void fromBuilder() {
    StringBuilder builder = new StringBuilder("ab");
    String before = new String(builder);
    builder.append('c');
    assert before.length() == 3; // FAILS
  }

  static void box(int n) {
    Integer box = new Integer(n);
    assert box.intValue() > n; // FAILS
  }
}
