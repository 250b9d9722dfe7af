/** Numbers to the base of two. */
class EverydayBinary {
  //@ requires n >= 0;
  static String binary(int n) {
    String digits = "";
    int rest = n;
    do {
      digits = (rest % 2 == 0 ? "0" : "1") + digits;
      rest /= 2;
    } while (rest > 0);
    assert !digits.isEmpty();
    return digits;
  }
}
