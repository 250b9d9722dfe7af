import java.util.*;

/** Views: what changes one of them changes others, and what each consists of right now is known nevertheless. */
class LibraryViews {
    static List<Integer> first(List<Integer> all) {
        return all.isEmpty() ? all : all.subList(0, 1);
    }

    //@ ensures \result == 2;
    static int counted() {
        List<String> names = new ArrayList<>();
        names.add("a");
        names.add("b");
        return names.size();
    }

    //@ ensures \result.length() == 1;
    static String last() {
        List<String> names = new ArrayList<>();
        names.add("a");
        String last = names.get(names.size() - 1);
        List<String> shown = Collections.unmodifiableList(names);
        if (shown.size() > 3) {
            shown.get(3);
        }
        return last;
    }

    static int sum(List<Integer> numbers) {
        int sum = 0;
        for (int i = 0; i < numbers.size(); i++) {
            Integer number = numbers.get(i);
            if (number != null) {
                sum += number;
            }
        }
        return sum;
    }
}
