import java.util.*;

/** What the classes of the library are, and what they leave alone. */
class LibraryTypes {
    static void above() {
        Object list = new ArrayList<String>();
        assert list instanceof AbstractList && !(list instanceof LinkedList);
        Object map = new LinkedHashMap<String, String>();
        HashMap<String, String> same = (HashMap<String, String>) map;
        assert same.isEmpty();
        Object stack = new Stack<String>();
        Vector<String> vector = (Vector<String>) stack;
        assert vector.size() == 0 && new TreeMap<String, String>() instanceof SortedMap;
    }

    static int narrower(int n) {
        Stack<String> s = new Stack<>();
        try {
            s.get(n);
            return 0;
        } catch (ArrayIndexOutOfBoundsException e) {
            return 1;
        } catch (IndexOutOfBoundsException e) {
            return 1;
        }
    }

    static class Bag {
        private final List<String> items = new ArrayList<>();

        //@ assignable items.count, items.elements;
        //@ ensures items.count == \old(items.count) + 1;
        void add(String s) {
            items.add(s);
        }
    }
}
