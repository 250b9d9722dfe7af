/** How often each letter comes: capitals are no small letters. */
class EverydayHistogramCase {
  static int[] letters(String text) {
    int[] counts = new int[26];
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isLetter(c)) {
        counts[c - 'a']++; // FAILS
      }
    }
    return counts;
  }
}
