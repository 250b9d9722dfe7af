import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A list without doubles has fewer elements. */
class EverydayBagAll {
  static void different(int[] numbers) {
    Set<Integer> seen = new HashSet<>();
    for (int number : numbers) {
      seen.add(number);
    }
    assert seen.size() == numbers.length; // FAILS
  }

  static int first(int[] numbers) {
    List<Integer> kept = new ArrayList<>();
    for (int number : numbers) {
      if (number > 0) {
        kept.add(number);
      }
    }
    return kept.get(0); // FAILS
  }
}
