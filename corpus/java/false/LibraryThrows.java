import java.util.*;

/** What methods of the program throw that the library calls, and when. */
class LibraryThrows {
    static int calls;

    static class Strict implements Comparable<Strict> {
        //@ also signals_only IllegalStateException;
        public boolean equals(Object o) {
            throw new IllegalStateException();
        }

        //@ also signals_only ClassCastException;
        public int compareTo(Strict s) {
            calls++;
            throw new ClassCastException();
        }
    }

    //@ ensures \result == 1;  // FAILS
    static int thrown(List<Strict> l, Strict s) {
        try {
            l.contains(s);
            return 1;
        } catch (IllegalStateException e) {
            return 2;
        }
    }

    static void counted(TreeMap<Strict, String> m, Strict s) {
        int before = calls;
        try {
            m.put(s, "");
        } catch (ClassCastException e) {
            assert calls == before; // FAILS
        }
    }
}
