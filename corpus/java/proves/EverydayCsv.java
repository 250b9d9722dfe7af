/** The fields of a line with semicolons. */
class EverydayCsv {
  //@ requires line.length() < 10_000;
  //@ ensures 1 <= \result && \result <= line.length() + 1;
  static int fields(String line) {
    int fields = 1;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == ';') {
        fields++;
      }
    }
    return fields;
  }

  static String firstField(String line) {
    int end = line.indexOf(';');
    return end < 0 ? line : line.substring(0, end);
  }

  static String lastField(String line) {
    return line.substring(line.lastIndexOf(';') + 1);
  }
}
