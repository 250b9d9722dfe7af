/** The extension of the name of a file. */
class EverydayExtension {
  //@ ensures \result.length() <= file.length();
  static String extension(String file) {
    int dot = file.lastIndexOf('.');
    if (dot < 0) {
      return "";
    }
    return file.substring(dot + 1);
  }

  static boolean isJava(String file) {
    return file.endsWith(".java") && file.length() > 5;
  }

  static void checked() {
    assert isJava("A.java");
    assert !isJava(".java");
    assert !isJava("A.c");
  }
}
