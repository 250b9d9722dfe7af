import java.util.*;

/** What `of` does not take, and what it does not hold. */
class LibraryGivenBroken {
    static int missing(/*@ nullable @*/ String day) {
        return List.of("Fri", day).size(); // FAILS
    }

    static int twice(int x, int y) {
        return Set.of(x, y).size(); // FAILS
    }

    static int same() {
        return Map.of("tea", 3, "tea", 4).size(); // FAILS
    }

    static int none() {
        Map<String, Integer> prices = Map.of("tea", 3);
        return prices.get("milk"); // FAILS
    }

    static String past() {
        List<String> days = List.of("Fri", "Sat");
        return days.get(2); // FAILS
    }

    //@ ensures \result == 1; // FAILS
    static int row(String[] row) {
        return List.of(row).size(); // FAILS
    }
}
