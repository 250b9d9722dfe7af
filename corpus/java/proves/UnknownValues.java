import org.example.Colour;
import org.example.Frame;
import org.example.Part;

/** Values of which nothing is known: fields from above, elements, labels, exceptions of the library. */
class UnknownValues extends Frame {
    int own;

    //@ ensures own == \old(own);
    void inherited() {
        Object o = parts;
    }

    //@ ensures \result == 0 || \result == 1;
    static int labels(int n) {
        switch (n) {
            case Part.FIRST:
                return 0;
            default:
                return 1;
        }
    }

    //@ ensures 0 < \result && \result < 4;
    static int colours(Colour c) {
        switch (c) {
            case RED:
                return 1;
            case BLUE:
                return 2;
            default:
                return 3;
        }
    }

    //@ ensures \result == 1 || \result == 2;
    static int secured(int n) {
        try {
            if (n == 0) {
                throw new SecurityException("closed");
            }
            return 1;
        } catch (SecurityException e) {
            return 2;
        }
    }
}
