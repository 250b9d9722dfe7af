import java.util.*;

/** What the library changes, throws and is, against what a program says of it. */
class LibraryKept {
    static class Bag {
        final List<String> items = new ArrayList<>();
        int size;
        //@ invariant items.count == size;  // FAILS

        void add(String s) {
            items.add(s);
        }
    }

    static class Line {
        final Queue<String> waiting = new ArrayDeque<>();
        //@ invariant waiting.count <= 3;  // FAILS

        void enter(String s) {
            waiting.add(s);
        }
    }

    static class Row {
        final int[] cells = new int[3];
        //@ invariant cells.length == 3 && cells[0] >= 0;  // FAILS

        void spoil() {
            Arrays.fill(cells, -1);
        }
    }

    static int narrower() {
        Stack<String> s = new Stack<>();
        try {
            s.get(9);
        } catch (ArrayIndexOutOfBoundsException e) {
            assert false; // FAILS
        } catch (IndexOutOfBoundsException e) {
            return 2;
        }
        return 0;
    }

    static int tested() {
        Stack<String> s = new Stack<>();
        try {
            s.remove(9);
        } catch (RuntimeException e) {
            assert !(e instanceof ArrayIndexOutOfBoundsException); // FAILS
        }
        return 0;
    }

    static int overflow(int[] a) {
        try {
            Arrays.copyOfRange(a, -1, Integer.MAX_VALUE); // FAILS
        } catch (ArrayIndexOutOfBoundsException e) {
            return 1;
        }
        return 0;
    }

    static void random() {
        Object o = new ArrayList<String>();
        assert !(o instanceof RandomAccess); // FAILS
    }

    static void cloneable() {
        Object o = new HashMap<String, String>();
        assert !(o instanceof Cloneable); // FAILS
    }

    static void hashed() {
        Object o = new LinkedHashMap<String, String>();
        assert !(o instanceof HashMap); // FAILS
    }
}
