package shop;

import static java.lang.Integer.MAX_VALUE;
import static shop.Prices.*;

/** Members of classes that the file imports by `import static`. */
class ImportedMembers {
    static int room(int n) {
        assert MAX_VALUE == 2147483647;
        return n < MAX_VALUE ? n + 1 : n;
    }

    static void limit() {
        assert LIMIT == 10;
    }

    //@ ensures \result == 2 * LIMIT;
    static int both() {
        return twice(LIMIT);
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
