import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A list without doubles. */
class EverydayBag {
  //@ ensures \result.size() <= numbers.length;
  static Set<Integer> different(int[] numbers) {
    Set<Integer> seen = new HashSet<>();
    for (int number : numbers) {
      seen.add(number);
    }
    return seen;
  }

  //@ ensures \result.size() <= numbers.length;
  static List<Integer> positive(int[] numbers) {
    List<Integer> kept = new ArrayList<>();
    for (int number : numbers) {
      if (number > 0) {
        kept.add(number);
      }
    }
    return kept;
  }
}
