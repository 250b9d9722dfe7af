// What an invariant says of collections is not known behind methods of the library that get them, and behind references to such
// methods (twin of proves/LibraryInvariantsCalled.java).
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

class LibraryInvariantsCalled {
  private final List<Integer> list = new ArrayList<>();
  //@ invariant list.size() == 0;

  void hand(Consumer<List<Integer>> c) {
    c.accept(list); // FAILS
  }

  void apply(Function<List<Integer>, Integer> f) {
    Integer x = f.apply(list); // FAILS
  }

  void run(Runnable r) {
    r.run();
  }

  void refer() {
    Consumer<Integer> adder = list::add; // FAILS
  }
}
