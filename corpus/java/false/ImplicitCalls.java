/** Calls that nobody writes have effects, and fail. */
class ImplicitCalls {
    int f;
    static int n;

    public String toString() {
        f = 2;
        n++;
        return "";
    }

    static void concatenated(ImplicitCalls o) {
        boolean b = o.f == 1 && ("" + o) != null;
        if (b) {
            assert o.f == 1;  // FAILS
        }
    }

    static void printed(ImplicitCalls o) {
        n = 0;
        System.out.println(o);
        assert n == 0;  // FAILS
    }

    static class Steps implements Iterable<String> {
        public /*@ nullable @*/ java.util.Iterator<String> iterator() {
            n = 5;
            return null;
        }
    }

    static void iterated(Steps s) {
        n = 0;
        for (String x : s) {  // FAILS
        }
    }

    static class Holder<T> {
        /*@ nullable @*/ T value;
    }

    static int unboxed(Holder<Integer> h) {
        int x = h.value;  // FAILS
        return 1;
    }

    static void cast(Holder<Integer> h) {
        Holder raw = h;
        raw.value = "text";
        Integer i = h.value;  // FAILS
    }

    static class First {
        static {
            n = 7;
        }

        static void use() {
        }
    }

    static void initialised() {
        n = 0;
        First.use();
        assert n == 0;  // FAILS
    }

    static void text(char[] buffer, int count) {
        String s = new String(buffer, 0, count);  // FAILS
    }

    static void number(String s) {
        Integer.parseInt(s);  // FAILS
    }

    static void format(int i) {
        String s = String.format("%d %s", i);  // FAILS
    }

    static void stored(Object[] a) {
        if (a.length > 0 && a[0] != null) {
            a[0] += "x";  // FAILS
        }
    }
}

/** Nobody sets the field, and everybody takes it for set. */
class Unset {  // FAILS
    String name;

    int length() {
        return name.length();
    }
}
