/** Is a password strong enough? */
class EverydayPassword {
  //@ ensures \result ==> password.length() >= 8;
  static boolean isStrong(String password) {
    boolean digit = false;
    boolean capital = false;
    for (int i = 0; i < password.length(); i++) {
      char c = password.charAt(i);
      digit = digit || Character.isDigit(c);
      capital = capital || Character.isUpperCase(c);
    }
    return digit && capital && password.length() >= 8;
  }
}
