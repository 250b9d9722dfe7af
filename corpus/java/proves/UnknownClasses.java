import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;

/** What does not depend on classes of which nothing is known is proved beside them. */
class UnknownClasses {
    int size;

    //@ ensures \result == a.length;
    static int cleared(int[] a) {
        Arrays.sort(a);
        int i = 0;
        while (i < a.length) {
            a[i] = 0;
            i++;
        }
        return i;
    }

    static boolean same(Object o) {
        if (!(o instanceof BitSet)) {
            return false;
        }
        BitSet p = (BitSet) o;
        return p == o;
    }

    static boolean bound(Object o) {
        if (o instanceof BitSet p) {
            assert p != null;
            return true;
        }
        return false;
    }

    static void noBitSet() {
        Object o = new UnknownClasses();
        assert !(o instanceof BitSet);
    }

    /*@ nullable @*/ static Object language(UnknownClasses u) {
        u.size = 3;
        Object o = Locale.ROOT;
        assert u.size == 3;
        return o;
    }

    static int caught(int n) {
        int calls = 0;
        try {
            Arrays.hashCode(new int[] {n});
            calls = 1;
        } catch (RuntimeException e) {
            calls = 2;
        }
        assert calls > 0;
        return calls;
    }
}
