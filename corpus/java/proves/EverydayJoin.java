/** Parts with commas between them. */
class EverydayJoin {
  static String joined(String[] parts) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      all.append(parts[i]).append(",");
    }
    if (all.length() > 0) {
      all.setLength(all.length() - 1);
    }
    return all.toString();
  }
}
