/** The digit behind the last one. */
class EverydayRomanNext {
  //@ ensures 0 <= \result && \result <= 1000;
  static int value(char c) {
    return switch (c) {
      case 'I' -> 1;
      case 'V' -> 5;
      case 'X' -> 10;
      case 'L' -> 50;
      case 'C' -> 100;
      case 'D' -> 500;
      case 'M' -> 1000;
      default -> 0;
    };
  }

  //@ requires text.length() <= 20;
  static int number(String text) {
    int sum = 0;
    for (int i = 0; i < text.length(); i++) {
      int value = value(text.charAt(i));
      if (value < value(text.charAt(i + 1))) { // FAILS
        sum -= value;
      } else {
        sum += value;
      }
    }
    return sum;
  }
}
