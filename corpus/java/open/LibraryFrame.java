import java.util.Arrays;

/** A call of the library that may write, and writes nothing here. */
class LibraryFrame {
    //@ assignable \nothing;
    static void none(int[] a) {
        Arrays.fill(a, 0, 0, 5); // OPEN
    }
}
