// Counting letters without a look at the lower end (twin of Histogram).
class HistogramRange {
  static int[] letters(char[] text) {
    int[] count = new int[26];
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < text.length; i++) {
      char c = text[i];
      if (c <= 'z') {
        count[c - 'a'] += 1;  // FAILS
      }
    }
    return count;
  }
}
