import java.util.HashMap;
import java.util.Map;

/** What is not there has no number. */
class EverydayInventoryMissing {
  static int amount(int kind) {
    Map<Integer, Integer> stock = new HashMap<>();
    stock.put(1, 10);
    stock.put(2, 20);
    return stock.get(kind); // FAILS
  }

  static void twice() {
    Map<String, Integer> stock = new HashMap<>();
    stock.put("apple", 1);
    stock.put("apple", 2);
    assert stock.size() == 2; // FAILS
  }
}
