import java.util.ArrayList;
import java.util.List;

// A raw list may hold what its other name says that it does not.
class RawLibraryTypes {
  static void broken() {
    List raw = new ArrayList();
    raw.add("x");
    List<Integer> numbers = raw;
    Integer first = numbers.get(0);  // FAILS
  }
}
