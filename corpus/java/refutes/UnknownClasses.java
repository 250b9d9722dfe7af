import java.util.Arrays;
import java.util.BitSet;

/** What is wrong before classes of which nothing is known come in, or whatever they are, is refuted beside them. */
class UnknownClasses {
    int size;

    static int before(int n) {
        int half = 10 / n; // FAILS
        return Arrays.hashCode(new int[] {half});
    }

    static Object noBits() {
        Object o = new UnknownClasses();
        return (BitSet) o; // FAILS
    }
}
