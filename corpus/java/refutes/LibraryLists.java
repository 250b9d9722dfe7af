// Lists by the contracts of the library.
import java.util.ArrayList;
import java.util.List;

class LibraryLists {
  static int two() {
    List<String> names = new ArrayList<>();
    names.add("a");
    names.add("b");
    assert names.size() == 3; // FAILS
    return 0;
  }

  static /*@ nullable @*/ String first() {
    List<String> names = new ArrayList<>();
    return names.get(0); // FAILS
  }

  static void gone() {
    List<String> names = new ArrayList<>();
    names.add("a");
    names.clear();
    names.set(0, "b"); // FAILS
  }

  static List<String> room(int n) {
    return new ArrayList<>(n); // FAILS
  }
}
