import elsewhere.Parcel;

/** The constructor of a class that is not given may do anything but to the object that is being made. */
class UnknownAbove extends Parcel {
    static int made;
    int weight;

    UnknownAbove(int n) {
        super(n);
        assert weight == 0;
        weight = n;
        assert weight == n;
    }

    //@ ensures made == \old(made); // OPEN
    UnknownAbove(UnknownAbove other) {
        super(other);
    }

    //@ requires made == 1;
    UnknownAbove() {
        assert made == 1; // OPEN
    }

    static class Box extends Parcel {
        static int opened;
    }

    static void constructed() {
        Box.opened = 1;
        Box b = new Box();
        assert Box.opened == 1; // OPEN
    }

    static void made() {
        Box.opened = 1;
        Parcel p = new Parcel();
        assert Box.opened == 1; // OPEN
    }
}
