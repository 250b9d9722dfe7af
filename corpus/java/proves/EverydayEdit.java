/** A line that is edited. */
class EverydayEdit {
  static void edited() {
    StringBuilder line = new StringBuilder("abc");
    line.deleteCharAt(1);
    line.setCharAt(0, 'x');
    line.insert(0, "--");
    assert line.toString().equals("--xc");
  }

  //@ ensures line.length() == \old(line.length()) + 1;
  static void typed(StringBuilder line, char c) {
    line.append(c);
  }
}
