import java.util.HashMap;
import java.util.Map;

/** What things cost. */
class EverydayPrices {
  //@ requires 0 <= pieces && pieces < 1000;
  //@ ensures \result == 3 * pieces;
  static int total(int pieces) {
    Map<String, Integer> prices = new HashMap<>();
    prices.put("bread", 3);
    prices.put("milk", 1);
    return prices.get("bread") * pieces;
  }

  //@ ensures \result == 0 || \result == 3 || \result == 1;
  static int price(int number) {
    Map<Integer, Integer> prices = new HashMap<>();
    prices.put(7, 3);
    prices.put(8, 1);
    return prices.getOrDefault(number, 0);
  }
}
