import java.util.HashMap;
import java.util.Map;

/** Votes that replace each other. */
class EverydayVotesLost {
  //@ ensures \result == 2; // FAILS
  static int counted() {
    Map<String, Integer> votes = new HashMap<>();
    votes.put("Ada", 1);
    votes.put("Bob", 1);
    votes.put("Ada", 1);
    return votes.get("Ada");
  }
}
