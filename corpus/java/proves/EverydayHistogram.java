/** How often each letter comes. */
class EverydayHistogram {
  //@ ensures \result.length == 26;
  static int[] letters(String text) {
    int[] counts = new int[26];
    for (int i = 0; i < text.length(); i++) {
      char c = Character.toLowerCase(text.charAt(i));
      if (c >= 'a' && c <= 'z') {
        counts[c - 'a']++;
      }
    }
    return counts;
  }
}
