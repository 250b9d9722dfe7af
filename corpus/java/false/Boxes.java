/** Numbers in objects are taken out of them. */
class Boxes {
    static int returned(/*@ nullable */ Integer i) {
        return i;  // FAILS
    }

    static void test(/*@ nullable */ Boolean b) {
        if (b) return;  // FAILS
    }

    static void oneBranch(boolean p, /*@ nullable */ Integer i) {
        Object o = p ? 1 : i;  // FAILS
    }

    static void bothBranches(boolean p, /*@ nullable */ Integer i, Character c) {
        Object o = p ? i : c;  // FAILS
    }

    static double wide(/*@ nullable */ Double d) {
        return d + 1;  // FAILS
    }

    static void step(/*@ nullable */ Integer i) {
        i++;  // FAILS
    }

    static void compared(/*@ nullable */ Short s, int j) {
        boolean b = s == j;  // FAILS
    }

    static void inNone(Object o) {
        int i = (int) o;  // FAILS
    }

    static void inAnother() {
        Object o = 5L;
        int i = (int) o;  // FAILS
    }

    static void inItsOwn() {
        Object o = 5;
        assert o instanceof Integer;
        int i = (int) o;
    }

    static void inNarrower() {
        Byte b = 5;
        Object o = b;
        assert o instanceof Integer;  // FAILS
    }
}
