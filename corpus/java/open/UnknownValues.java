import org.example.Colour;
import org.example.Frame;
import org.example.Part;

/** Values of which nothing is known: fields from above, elements, labels. */
class UnknownValues {
    static int count;
    int width = 3;

    class Window extends Frame {
        void inherited() {
            Object a = parts;
            Object b = parts;
            assert a == b; // OPEN
        }

        void hidden() {
            width(width); // OPEN
        }

        void same() {
            assert width == 3; // OPEN
        }
    }

    static void width(int w) {}

    static /*@ nullable @*/ Object element() {
        return Part.all()[0]; // OPEN
    }

    static boolean marked(Part p) {
        boolean b = false;
        b ^= p.marked(); // OPEN
        assert !b; // OPEN
        return b;
    }

    static void labels(int n) {
        switch (n) {
            case Part.FIRST:
                assert n == 1; // OPEN
                break;
            case Part.SECOND:
                assert n != 1; // OPEN
                break;
        }
    }

    static void colours(Colour c) {
        int n = 0;
        switch (c) {
            case RED:
                n = 1;
                break;
            case BLUE:
                n = 2;
        }
        assert n > 0; // OPEN
    }

    static class Many {
        int size;

        //@ requires a.length > 1;
        Many(int... a) {
            size = a.length;
            count++;
        }

        Many(String s) {
            size = -1;
        }
    }

    static void many() {
        count = 0;
        Many m = new Many(1, 2); // OPEN
        assert m != null;
        assert m.size == 2; // OPEN
        assert count == 0; // OPEN
    }
}
