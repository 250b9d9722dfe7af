package shop;

import static java.lang.Integer.MIN_VALUE;
import static shop.Prices.*;

/** Members of classes that the file imports by `import static`. */
class ImportedMembers {
    static void least() {
        assert MIN_VALUE == -2147483647;  // FAILS
    }

    static void limit() {
        assert LIMIT == 11;  // FAILS
    }

    static int both(int n) {
        return twice(n);  // FAILS
    }

    static int LIMIT() {
        return 3;
    }

    static class Near {
        static int LIMIT = 12;

        static void near() {
            assert LIMIT == 10;  // FAILS
        }
    }
}

class Prices {
    static final int LIMIT = 10;

    //@ requires 0 <= n && n <= 100;
    //@ ensures \result == 2 * n;
    static int twice(int n) {
        return n + n;
    }
}
