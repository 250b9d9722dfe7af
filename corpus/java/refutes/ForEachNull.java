// The enhanced `for` over an array of words, of which some may be missing (twin of ForEach).
class ForEachNull {
  static boolean anyEmpty(String[] words) {
    for (String w : words) {
      if (w.length() == 0) return true;  // FAILS
    }
    return false;
  }
}
