import elsewhere.Depot;
import elsewhere.Parcel;
import java.util.Arrays;
import java.util.Locale;

/** What does not depend on classes of which nothing is known is proved beside them. */
//@Immutable
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
        if (!(o instanceof Parcel)) {
            return false;
        }
        Parcel p = (Parcel) o;
        return p == o;
    }

    static boolean bound(Object o) {
        if (o instanceof Parcel p) {
            assert p != null;
            return true;
        }
        return false;
    }

    static void noParcel() {
        Object o = new UnknownClasses();
        assert !(o instanceof Parcel);
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
            Depot.open(n);
            calls = 1;
        } catch (RuntimeException e) {
            calls = 2;
        }
        assert calls > 0;
        return calls;
    }
}
