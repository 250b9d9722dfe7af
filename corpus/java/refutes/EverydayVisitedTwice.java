import java.util.HashSet;
import java.util.Set;

/** The same may come twice. */
class EverydayVisitedTwice {
  //@ ensures \result == 2; // FAILS
  static int different(int a, int b) {
    Set<Integer> seen = new HashSet<>();
    seen.add(a);
    seen.add(b);
    return seen.size();
  }

  static void removed(int a) {
    Set<Integer> seen = new HashSet<>();
    seen.add(1);
    seen.add(2);
    seen.remove(a);
    assert seen.contains(2); // FAILS
  }
}
