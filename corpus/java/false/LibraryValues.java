import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;

/** What the library does not say of single values, or denies. */
class LibraryValues {
    static int count;

    static String there(/*@ nullable @*/ String s) {
        Optional<String> o = Optional.ofNullable(s);
        return o.get();  // FAILS
    }

    static void nothing(/*@ nullable @*/ String s) {
        Optional.of(s);  // FAILS
    }

    static int number() {
        OptionalInt o = OptionalInt.empty();
        return o.getAsInt();  // FAILS
    }

    static int at(int[] a, int i) {
        Objects.checkIndex(i, a.length + 1);  // FAILS
        return a[i];  // FAILS
    }

    static void first(List<String> list) {
        Iterator<String> i = list.iterator();
        i.next();  // FAILS
    }

    static void twice(List<String> list) {
        Iterator<String> i = list.iterator();
        if (i.hasNext()) {
            i.next();
            i.next();  // FAILS
        }
    }

    static void changed() {
        List<String> list = new ArrayList<>();
        Iterator<String> i = list.iterator();
        boolean before = i.hasNext();
        list.add("a");
        boolean after = i.hasNext();
        assert before == after;  // FAILS
    }

    static void takenTwice(List<String> list) {
        Iterator<String> i = list.iterator();
        if (i.hasNext()) {
            i.next();
            i.remove();
            i.remove();  // FAILS
        }
    }

    static void kept(List<String> list) {
        int n = list.size();
        Iterator<String> i = list.iterator();
        if (i.hasNext()) {
            i.next();
            i.remove();
        }
        assert list.size() == n;  // FAILS
    }

    static void swapped() {
        List<String> list = new ArrayList<>();
        list.add("a");
        Collections.swap(list, 0, 1);  // FAILS
    }

    static void back(List<String> list) {
        ListIterator<String> i = list.listIterator();
        i.previous();  // FAILS
    }

    static void bits() {
        BitSet set = new BitSet();
        int i = set.nextSetBit(0);
        assert i >= 0;  // FAILS
        set.set(i - 1);  // FAILS
    }

    static void combined(IntBinaryOperator f) {
        count = 1;
        f.applyAsInt(1, 2);
        assert count == 1;  // FAILS
    }

    static void thrown(IntPredicate p) {
        try {
            p.test(1);
        } catch (IllegalStateException e) {
            assert false;  // FAILS
        }
    }
}
