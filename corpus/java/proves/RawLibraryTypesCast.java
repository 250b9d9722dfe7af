import java.util.ArrayList;
import java.util.List;

// What comes out of a raw list has the type that it is asked for (twin of RawLibraryTypes).
class RawLibraryTypesCast {
  static void kept() {
    List raw = new ArrayList();
    raw.add("x");
    Object first = raw.get(0);
    if (first instanceof Integer) {
      int number = (Integer) first;
    }
  }
}
