/** Numbers of telephones, as people write them. */
class EverydayPhone {
  //@ ensures 0 <= \result && \result <= text.length();
  static int digits(String text) {
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      if (Character.isDigit(text.charAt(i))) {
        count++;
      }
    }
    return count;
  }

  static boolean isInternational(String text) {
    return text.startsWith("+") || text.startsWith("00");
  }

  static void checked() {
    assert isInternational("+49") && isInternational("0049") && !isInternational("089");
  }
}
