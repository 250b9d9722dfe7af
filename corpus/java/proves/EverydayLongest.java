import java.util.List;

/** The longest word of a list. */
class EverydayLongest {
  //@ requires (\forall int i; 0 <= i && i < words.size(); words.get(i) != null);
  //@ ensures \result >= 0;
  static int longest(List<String> words) {
    int best = 0;
    for (String word : words) {
      best = Math.max(best, word.length());
    }
    return best;
  }

  //@ requires (\forall int i; 0 <= i && i < words.size(); words.get(i) != null);
  //@ ensures 0 <= \result && \result <= words.size();
  static int empty(List<String> words) {
    int count = 0;
    for (String word : words) {
      if (word.isEmpty()) {
        count++;
      }
    }
    return count;
  }
}
