/** What is evaluated when, and what an exception leaves done. */
class Order {
    static int g;

    static int set(int v) {
        g = v;
        return v;
    }

    static void nullIsFoundLate(/*@ nullable */ int[] a) {
        g = 0;
        try {
            a[set(1)] = set(2);
        } catch (NullPointerException e) {
            assert g == 1;  // FAILS
        } catch (ArrayIndexOutOfBoundsException e) {
        }
    }

    static void boundsAreFoundLate(int[] a) {
        g = 0;
        try {
            a[set(-1)] = set(2);
        } catch (ArrayIndexOutOfBoundsException e) {
            assert g == -1;  // FAILS
        }
    }

    static void boundsAreFoundEarly(int[] a) {
        g = 0;
        try {
            a[set(-1)] += set(2);
        } catch (ArrayIndexOutOfBoundsException e) {
            assert g == 2;  // FAILS
        }
    }

    static void finallyRunsFirst(int x) {
        int r = 0;
        try {
            try {
                r = 1 / x;
            } finally {
                r = 3;
            }
        } catch (ArithmeticException e) {
            assert r == 0;  // FAILS
        }
    }

    //@ ensures \result == x;  // FAILS
    static int finallyReturns(int x) {
        try {
            return x;
        } finally {
            x++;
            if (x > 5) return x;
        }
    }

    static void continueThroughFinally() {
        int k = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (;;) {
                try {
                    continue outer;
                } finally {
                    k++;
                }
            }
        }
        assert k == 0;  // FAILS
    }

    static void afterTheTest() {
        int i = 0;
        while (true) {
            if (i++ == 3) break;
        }
        assert i == 3;  // FAILS
    }

    static void caughtInALoop(int x) {
        int k = 0;
        for (int i = 0; i < 3; i++) {
            try {
                if (x == i) throw new IllegalStateException();
                k++;
            } catch (IllegalStateException e) {
                break;
            } finally {
                k += 10;
            }
        }
        assert k == 33;  // FAILS
    }
}
