/** Numbers of telephones may be short. */
class EverydayPhoneShort {
  static boolean isInternational(String text) {
    return text.charAt(0) == '+' || text.substring(0, 2).equals("00"); // FAILS
  }

  static void checked(String text) {
    if (text.startsWith("+")) {
      assert !text.equals("+49"); // FAILS
    }
  }
}
