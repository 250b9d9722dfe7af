import java.util.ArrayList;
import java.util.List;

/** The first of no words. */
class EverydayLongestNone {
  static int first(boolean any) {
    List<String> words = new ArrayList<>();
    if (any) {
      words.add("word");
    }
    return words.get(0).length(); // FAILS
  }

  static void longest(String word) {
    List<String> words = new ArrayList<>();
    words.add("word");
    words.add(word);
    int best = 0;
    for (String w : words) {
      best = w.length();
    }
    assert best >= 4; // FAILS
  }
}
