import java.util.ArrayList;
import java.util.List;

/** Pages of no size. */
class EverydayPagesNone {
  //@ requires size >= 0;
  //@ ensures \result >= 0;
  static int pages(List<String> all, int size) {
    return all.size() / size + // FAILS
        (all.size() % size == 0 ? 0 : 1);
  }
}
