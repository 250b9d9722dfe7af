/** What a field of a type parameter is for an object is known where that is written, and a method is chosen by it. */
class OverloadedFields {
    static class Box<T> {
        T value;

        Box(T value) {
            this.value = value;
        }
    }

    static int kind(Object o) {
        return 1;
    }

    static int kind(String s) {
        return 2;
    }

    static void field(Box<String> b) {
        int r = kind(b.value);
        assert r == 1;  // FAILS
    }

    static int width(int i) {
        return 1;
    }

    static int width(long l) {
        return 2;
    }

    static void sum(Box<Integer> b) {
        int r = width(b.value + 1);
        assert r == 2;  // FAILS
    }
}
