import java.io.Serializable;

/** A cast to a type parameter is checked for its first bound, when the program runs. */
class Erased<T extends Number & Serializable> {
    static class Leaf {
        int size;
    }

    T asNumber(Integer n) {
        return (T) n;
    }

    //@ nullable
    T nothing() {
        return (T) null;
    }

    static <E> E same(Object o) {
        return (E) o;
    }

    static <E extends Leaf> void sized(Object o) {
        if (o instanceof Leaf) {
            E leaf = (E) o;
        }
    }

    static <E> E[] objects(Object[] a) {
        return (E[]) a;
    }

    static <F extends Leaf, E extends F> void twice(Leaf o) {
        E leaf = (E) o;
    }

    static <X extends RuntimeException> void caught(Exception e) {
        try {
            X x = (X) e;
        } catch (ClassCastException c) {
            return;
        }
        assert e instanceof RuntimeException;
    }
}
