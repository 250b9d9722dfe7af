import java.util.HashSet;
import java.util.Set;

/** What has been seen. */
class EverydayVisited {
  //@ ensures \result == (a == b);
  static boolean twice(int a, int b) {
    Set<Integer> seen = new HashSet<>();
    seen.add(a);
    return !seen.add(b);
  }

  //@ ensures \result == (a == b ? 1 : 2);
  static int different(int a, int b) {
    Set<Integer> seen = new HashSet<>();
    seen.add(a);
    seen.add(b);
    return seen.size();
  }

  static void named() {
    Set<String> colours = new HashSet<>();
    colours.add("red");
    colours.add("green");
    colours.remove("red");
    assert colours.contains("green") && !colours.contains("red");
  }
}
