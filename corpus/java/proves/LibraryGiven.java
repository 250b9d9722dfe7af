import java.util.*;

/** Lists, sets and maps of given elements. */
class LibraryGiven {
    //@ ensures \result == 3;
    static int list() {
        List<String> days = List.of("Fri", "Sat", "Sun");
        assert days.size() == 3 && days.contains("Sat") && !days.contains("Mon");
        return days.get(2).length();
    }

    //@ ensures \result == 7;
    static int map() {
        Map<String, Integer> prices = Map.of("tea", 3, "cake", 4);
        return prices.get("tea") + prices.getOrDefault("cake", 0) + prices.getOrDefault("milk", 0);
    }

    //@ ensures \result;
    static boolean set() {
        Set<Character> vowels = Set.of('a', 'e', 'i');
        return vowels.contains('e') && !vowels.contains('z') && vowels.size() == 3;
    }

    //@ signals_only IllegalArgumentException;
    //@ signals (IllegalArgumentException e) true;
    //@ ensures false;
    static int twice() {
        return Map.of("tea", 3, "tea", 4).size();
    }

    //@ requires x != y;
    //@ ensures \result == 2;
    static int different(int x, int y) {
        return Set.of(x, y).size();
    }

    static List<String[]> rows(String[] row) {
        return new ArrayList<>(0);
    }
}
