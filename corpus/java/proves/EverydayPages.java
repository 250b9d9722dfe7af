import java.util.ArrayList;
import java.util.List;

/** A list in pages. */
class EverydayPages {
  //@ requires size > 0 && page >= 0 && page < 1000 && size < 1000;
  static List<String> page(List<String> all, int page, int size) {
    List<String> result = new ArrayList<>();
    int from = page * size;
    for (int i = from; i < all.size() && i < from + size; i++) {
      result.add(all.get(i));
    }
    return result;
  }

  //@ requires size > 0;
  //@ ensures \result >= 0;
  static int pages(List<String> all, int size) {
    return all.size() / size + (all.size() % size == 0 ? 0 : 1);
  }
}
