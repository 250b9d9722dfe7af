/** Paths of files. */
class EverydayPath {
  //@ ensures \result.length() <= path.length();
  static String name(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? path : path.substring(slash + 1);
  }

  //@ requires folder.length() > 0;
  //@ ensures \result.startsWith(folder) && \result.endsWith(file);
  static String joined(String folder, String file) {
    return folder.endsWith("/") ? folder + file : folder + "/" + file;
  }
}
