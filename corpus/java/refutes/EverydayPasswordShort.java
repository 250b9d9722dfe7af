/** A password is strong that has eight characters or a digit. */
class EverydayPasswordShort {
  //@ ensures \result ==> password.length() >= 8; // FAILS
  static boolean isStrong(String password) {
    boolean digit = false;
    for (int i = 0; i < password.length(); i++) {
      digit = digit || Character.isDigit(password.charAt(i));
    }
    return digit || password.length() >= 8;
  }
}
