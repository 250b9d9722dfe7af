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

/** What the library says of single values: whether they are there, and where they are. */
class LibraryValues {
    static String there(/*@ nullable @*/ String s) {
        Optional<String> o = Optional.ofNullable(s);
        return o.isPresent() ? o.get() : "";
    }

    //@ ensures \result == n;
    static int number(int n) {
        OptionalInt o = OptionalInt.of(n);
        return o.getAsInt();
    }

    //@ requires 0 <= i && i < a.length;
    static int at(int[] a, int i) {
        return a[Objects.checkIndex(i, a.length)];
    }

    //@ requires a.length > 2;
    static int checked(int[] a, int i) {
        try {
            return a[Objects.checkIndex(i, 3)];
        } catch (IndexOutOfBoundsException e) {
            assert i < 0 || i > 2;
            return 0;
        }
    }

    static void each(List<String> list) {
        Iterator<String> i = list.iterator();
        while (i.hasNext()) {
            i.next();
        }
    }

    static void taken(List<String> list) {
        Iterator<String> i = list.iterator();
        if (i.hasNext()) {
            i.next();
            i.remove();
        }
    }

    //@ ensures \result == 2;
    static int swapped() {
        List<String> list = new ArrayList<>();
        list.add("a");
        list.add("b");
        Collections.swap(list, 0, 1);
        Collections.reverse(list);
        return list.size();
    }

    //@ ensures \result == 1;
    static int added(List<String> list) {
        ListIterator<String> i = list.listIterator();
        i.add("a");
        return i.nextIndex();
    }

    static void bits(int n) {
        BitSet set = new BitSet();
        int i = set.nextSetBit(n < 0 ? 0 : n);
        assert i >= -1;
    }

    static int combined(IntBinaryOperator f, int n) {
        return f.applyAsInt(n, n);
    }
}
