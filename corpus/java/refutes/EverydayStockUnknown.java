import java.util.HashMap;
import java.util.Map;

/** What was never in stock. */
class EverydayStockUnknown {
  int available(String article) {
    Map<String, Integer> none = new HashMap<>();
    return none.get(article); // FAILS
  }
}
