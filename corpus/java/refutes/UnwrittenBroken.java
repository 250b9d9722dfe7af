/** Each piece of code that stands in no method, with a mistake. */
class UnwrittenBroken {
    static class Table {
        static int[] table = new int[3];
        static int last = table[3];  // FAILS
    }

    static class Block {
        int[] a = new int[2];

        {
            a[2] = 1;  // FAILS
        }
    }

    interface Source {
        //@ ensures \result > 0;  // FAILS
        int next();
    }

    static int anonymous() {
        Source s = new Source() {
            public int next() {
                return 0;
            }
        };
        return s.next();
    }

    abstract static class Sized {
        //@ requires n > 0;
        Sized(int n) {
        }
    }

    static Sized size() {
        return new Sized(0) {};  // FAILS
    }

    record Pair(int a, int b) {
        //@ invariant a < b;  // FAILS
    }

    record Given(int next) implements Source {}
}

enum Level {
    LOW(0),  // FAILS
    HIGH(1) {
        int steps() {
            return 0;
        }
    };

    //@ requires v > 0;
    Level(int v) {
    }

    //@ ensures \result > 0;  // FAILS
    int steps() {
        return 1;
    }
}
