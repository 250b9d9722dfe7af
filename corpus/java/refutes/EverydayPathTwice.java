/** Paths of files. */
class EverydayPathTwice {
  static String folder(String path) {
    return path.substring(0, path.indexOf('/')); // FAILS
  }

  //@ ensures \result.length() == folder.length() + file.length() + 1; // FAILS
  static String joined(String folder, String file) {
    return folder + file;
  }
}
