/** Code that stands in no method: initialisers, constants of enums, classes and lambdas in bodies. */
class Unwritten {
    static final int SIZE = 4;
    static int[] table = squares(SIZE);
    static int last;

    static {
        last = table.length;
        assert table != null;
    }

    int[] cells = new int[SIZE * 2];
    int used;

    {
        used = cells.length - SIZE;
    }

    //@ invariant used == 4;

    //@ requires n >= 0;
    //@ ensures \result.length == n;
    static int[] squares(int n) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = i;
        }
        return a;
    }

    interface Source {
        //@ ensures \result > 0;
        int next();
    }

    //@ requires n > 0;
    //@ ensures \result > 0;
    static int anonymous(int n) {
        Source s = new Source() {
            int count = 1;

            public int next() {
                count = n / 2;
                return 7;
            }
        };
        return s.next();
    }

    static int local(int n) {
        class Step implements Source {
            public int next() {
                return n == 0 ? 1 : 10 / n + 100;
            }
        }
        return new Step().next() > 0 ? 1 : 0;
    }

    static Runnable lambda(int[] a) {
        return () -> {
            if (a.length > 0) {
                a[0] = a.length;
            }
        };
    }
}

enum Planet {
    NEAR(1) {
        int far() {
            return 1;
        }
    },
    FAR(2) {
        int far() {
            return mass;
        }
    };

    final int mass;

    //@ invariant mass > 0;

    //@ requires mass > 0;
    Planet(int mass) {
        this.mass = mass;
    }

    //@ ensures \result > 0;
    abstract int far();
}

interface Named {
    //@ ensures \result.length() > 0;
    String name();
}

record Point(int x, String name) implements Named {
    //@ invariant name.length() > 0;

    //@ requires name.length() > 0;
    Point {
    }
}
