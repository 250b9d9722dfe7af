import java.util.*;

/** What is wrong where there are views. */
class LibraryViewsBroken {
    static int second(List<Integer> all) {
        all.add(3);
        List<Integer> part = all.subList(0, 1);
        part.clear();
        part.add(4);
        Integer number = all.get(7); // FAILS
        return number == null ? 0 : 1;
    }

    static void past() {
        List<String> names = new ArrayList<>();
        names.add(1, "a"); // FAILS
    }

    //@ ensures \result == 2; // FAILS
    static int shared(List<Integer> all, List<Integer> part) {
        all.clear();
        all.add(1);
        all.add(2);
        part.clear();
        return all.size();
    }

    //@ ensures \result == 1; // FAILS
    static int keys(Map<String, Integer> counts, Set<String> names) {
        counts.clear();
        counts.put("a", 1);
        names.clear();
        return counts.size();
    }

    static int[] none() {
        TreeSet<Integer> set = new TreeSet<>();
        Integer first = set.first(); // FAILS
        return new int[0];
    }
}
