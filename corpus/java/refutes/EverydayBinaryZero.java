/** Numbers to the base of two: zero has no digits. */
class EverydayBinaryZero {
  //@ requires 0 <= n && n < 4;
  //@ ensures \result.length() > 0; // FAILS
  static String binary(int n) {
    String digits = "";
    int rest = n;
    while (rest > 0) {
      digits = (rest % 2 == 0 ? "0" : "1") + digits;
      rest /= 2;
    }
    return digits;
  }
}
