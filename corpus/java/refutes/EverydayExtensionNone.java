/** A name without a dot. */
class EverydayExtensionNone {
  //@ ensures \result.length() < file.length(); // FAILS
  static String extension(String file) {
    int dot = file.indexOf('.');
    return file.substring(dot + 1);
  }

  static void checked(String file) {
    if (file.endsWith(".c")) {
      assert file.length() > 2; // FAILS
    }
  }
}
