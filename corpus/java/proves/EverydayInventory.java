import java.util.HashMap;
import java.util.Map;

/** How many there are of each thing. */
class EverydayInventory {
  private final Map<String, Integer> stock = new HashMap<>();

  //@ ensures \result == 3;
  static int apples() {
    Map<String, Integer> stock = new HashMap<>();
    stock.put("apple", 1);
    stock.put("pear", 5);
    stock.put("apple", 3);
    return stock.get("apple");
  }

  //@ ensures \result == 2;
  static int kinds() {
    Map<String, Integer> stock = new HashMap<>();
    stock.put("apple", 1);
    stock.put("pear", 5);
    stock.put("apple", 3);
    return stock.size();
  }

  int get(String name) {
    Integer known = stock.get(name);
    return known == null ? 0 : known;
  }

  void set(String name, int amount) {
    stock.put(name, amount);
    assert !stock.isEmpty();
  }
}
