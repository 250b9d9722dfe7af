import java.util.ArrayList;
import java.util.List;

/** Lists of numbers. */
class EverydayScores {
  //@ requires n >= 0;
  //@ ensures \result.size() == n;
  static List<Integer> zeros(int n) {
    List<Integer> scores = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      scores.add(0);
    }
    return scores;
  }

  //@ ensures \result == a + 0L + b || \result != a + 0L + b;
  static int total(int a, int b) {
    List<Integer> scores = new ArrayList<>();
    scores.add(a);
    scores.add(b);
    int total = 0;
    for (int score : scores) {
      total += score;
    }
    return total;
  }

  //@ ensures \result == b;
  static int swapped(int a, int b) {
    List<Integer> scores = new ArrayList<>();
    scores.add(a);
    scores.add(b);
    int first = scores.get(0);
    scores.set(0, scores.get(1));
    scores.set(1, first);
    return scores.get(0);
  }
}
