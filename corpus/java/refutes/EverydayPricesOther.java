import java.util.HashMap;
import java.util.Map;

/** What things cost that are not for sale. */
class EverydayPricesOther {
  static int total(char kind) {
    Map<Character, Integer> prices = new HashMap<>();
    prices.put('b', 3);
    prices.put('m', 1);
    return prices.get(kind); // FAILS
  }

  //@ ensures \result > 0; // FAILS
  static int price(int number) {
    Map<Integer, Integer> prices = new HashMap<>();
    prices.put(7, 3);
    return prices.getOrDefault(number, 0);
  }
}
