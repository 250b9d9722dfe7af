import elsewhere.Depot;
import elsewhere.Parcel;

/** Of classes that are not given nothing is known: neither what they do nor what they hold. */
class UnknownClasses {
    int size;

    //@ requires n > 0;
    void add(int n) {
        size = n;
    }

    static int[] shared = new int[4];

    //@ requires a.length > 0;
    static void filled(int[] a) {
        a[0] = 3;
        Depot.fill(a, 4);
        assert a[0] == 3; // OPEN
    }

    static void perhapsOurs(Depot list) {
        list.add(-1); // OPEN
    }

    static void constant() {
        assert Depot.LIMIT == 5; // OPEN
    }

    static void initialised(UnknownClasses u) {
        u.size = 1;
        Object o = Depot.FIRST;
        assert u.size == 1; // OPEN
    }

    static int nameLength() {
        return Depot.NAME.length(); // OPEN
    }

    static Object cast(Object o) {
        return (Parcel) o; // OPEN
    }

    static Object other(Object o) {
        if (o instanceof Depot) {
            return (Parcel) o; // OPEN
        }
        return o;
    }

    static void field(Parcel p) {
        assert p.weight == p.weight; // OPEN
    }

    static Object elements(Object o) {
        return (Parcel[]) o; // OPEN
    }

    static void named(UnknownClasses u, Parcel p) {
        u.size = 1;
        String name = p.name();
        assert u.size == 1; // OPEN
    }

    static void compared(UnknownClasses u, Parcel p) {
        u.size = 1;
        boolean same = p.equals(u);
        assert u.size == 1; // OPEN
    }
}
