/** The comma behind no parts at all. */
class EverydayJoinNone {
  static String joined(String[] parts) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      all.append(parts[i]).append(",");
    }
    all.setLength(all.length() - 1); // FAILS
    return all.toString();
  }
}
