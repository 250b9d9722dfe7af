// What an invariant says of collections is left alone by methods of the library that do not get them.
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

class LibraryInvariantsCalled {
  private final List<Integer> list = new ArrayList<>();
  //@ invariant list.size() == 0;

  void run(Runnable r) {
    r.run();
  }

  void text(Consumer<String> c) {
    c.accept("text");
  }

  ToIntFunction<String> refer() {
    return String::length;
  }

  static int own(int x) {
    return x;
  }

  Function<Integer, Integer> ownMethod() {
    return LibraryInvariantsCalled::own;
  }
}
