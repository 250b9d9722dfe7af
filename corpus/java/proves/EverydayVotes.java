import java.util.HashMap;
import java.util.Map;

/** Votes for two candidates. */
class EverydayVotes {
  //@ ensures \result == 2;
  static int counted() {
    Map<String, Integer> votes = new HashMap<>();
    votes.put("Ada", votes.getOrDefault("Ada", 0) + 1);
    votes.put("Bob", votes.getOrDefault("Bob", 0) + 1);
    votes.put("Ada", votes.getOrDefault("Ada", 0) + 1);
    return votes.get("Ada");
  }
}
