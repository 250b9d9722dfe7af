import java.util.HashMap;
import java.util.Map;

/** What is in stock. */
class EverydayStock {
  private final Map<String, Integer> stock = new HashMap<>();

  int available(String article) {
    Integer count = stock.get(article);
    return count == null ? 0 : count;
  }

  //@ requires 0 < count && count < 1000;
  void arrives(String article, int count) {
    int before = available(article);
    stock.put(article, before + count);
  }

  boolean sells(String article) {
    if (!stock.containsKey(article)) {
      return false;
    }
    int left = available(article);
    if (left <= 0) {
      return false;
    }
    stock.put(article, left - 1);
    return true;
  }
}
