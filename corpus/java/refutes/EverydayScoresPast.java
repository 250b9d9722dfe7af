import java.util.ArrayList;
import java.util.List;

/** One score too far. */
class EverydayScoresPast {
  static int last(int n) {
    List<Integer> scores = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      scores.add(i);
    }
    return scores.get(n); // FAILS
  }

  //@ ensures \result == b; // FAILS
  static int swapped(int a, int b) {
    List<Integer> scores = new ArrayList<>();
    scores.add(a);
    scores.add(b);
    scores.set(1, scores.get(0));
    scores.set(0, scores.get(1));
    return scores.get(0);
  }
}
