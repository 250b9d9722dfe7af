import java.util.HashMap;
import java.util.Map;

/** What was computed for another number. */
class EverydayCacheStale {
  //@ ensures \result == b * 2L; // FAILS
  static int twice(int a, int b) {
    Map<Integer, Integer> known = new HashMap<>();
    known.put(a % 3, a * 2);
    Integer found = known.get(b % 3);
    return found != null ? found : b * 2;
  }
}
