// A method of the library that nothing is known of may change what an invariant says of a collection.
import java.util.ArrayList;
import java.util.List;

class LibraryInvariants {
  private List<String> names = new ArrayList<>();
  //@ private invariant names.size() < 3; // FAILS

  void all() {
    names.addAll(List.of("a", "b", "c", "d")); // FAILS
  }

  void one() {
    names.add("a");
  }
}
