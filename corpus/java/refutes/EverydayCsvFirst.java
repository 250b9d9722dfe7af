/** The first field where there may be no semicolon. */
class EverydayCsvFirst {
  static String firstField(String line) {
    int end = line.indexOf(';');
    return line.substring(0, end); // FAILS
  }
}
