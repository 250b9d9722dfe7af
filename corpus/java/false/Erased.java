/** A cast to a type parameter fails for what is not of its first bound. */
class Erased<T extends Number> {
    static class Leaf {
        int size;
    }

    T asNumber(Object o) {
        return (T) o;  // FAILS
    }

    static <E extends Leaf> void sized(Object o) {
        E leaf = (E) o;  // FAILS
    }

    static <E> E[] objects(Object o) {
        return (E[]) o;  // FAILS
    }

    static <F extends Leaf, E extends F> void twice(Object o) {
        E leaf = (E) o;  // FAILS
    }

    static <X extends RuntimeException> void caught(Exception e) {
        X x;
        try {
            x = (X) e;
        } catch (ClassCastException c) {
            return;
        }
        assert e instanceof IllegalStateException;  // FAILS
    }
}
