/** Objects may be out of order between calls: invariants are owed where others look. */
class Protocol {
    static class Range {
        int low;
        int high;
        //@ invariant low <= high;

        static Range at(int v) {
            Range r = new Range();
            r.high = v;
            r.low = v;
            return r;
        }

        static void move(Range r, int v) {
            r.low = v;
            r.high = v;
        }

        static void moveBoth(Range r, Range s, int v) {
            r.low = v;
            s.low = v;
            r.high = v;
            s.high = v;
        }

        static void moveAll(Range[] all, int v) {
            for (int i = 0; i < all.length; i++) {
                if (all[i] != null) {
                    all[i].low = v;
                    all[i].high = v;
                }
            }
        }

        static void mended(Range r, int d) {
            try {
                r.low = 5;
                r.high = 10 / d;
            } catch (ArithmeticException e) {
                return;
            } finally {
                r.low = r.high;
            }
        }
    }

    /** What is read from the heap is in order, too. */
    static class Holder {
        Range range;

        Holder(Range r) {
            range = r;
        }

        int length() {
            //@ assert range.low <= range.high;
            return 0;
        }
    }

    /** Nobody sees the object before it is made. */
    static class Sorted {
        int small;
        int big;
        //@ invariant small <= big;

        Sorted(int x, int y) {
            small = Math.min(x, y);
            big = larger(x, y);
        }

        //@ ensures \result >= x && \result >= y;
        static int larger(int x, int y) {
            return x > y ? x : y;
        }
    }

    /** A neighbour's invariant reads what is written here. */
    static class Link {
        /*@ nullable @*/ Link next;
        /*@ nullable @*/ Link prev;
        int key;
        //@ invariant next == null || next.prev == this;

        Link() {
        }

        void cut() {
            if (next != null) {
                next.prev = null;
                next = null;
            }
        }

        void rename(int k) {
            key = k;
        }
    }

    /** The contents of an array. */
    static class Bag {
        private int[] data;
        private int size;
        /*@ invariant 0 <= size && size <= data.length
          @   && (\forall int i; 0 <= i && i < size; data[i] >= 0); @*/

        Bag() {
            data = new int[10];
        }

        //@ requires v >= 0;
        void add(int v) {
            if (size < data.length) {
                data[size] = v;
                size++;
            }
        }
    }

    /** Invariants of a class. */
    static class Pair {
        static int a;
        static int b;
        //@ static invariant a == b;

        static void set(int v) {
            a = v;
            b = v;
        }
    }

    /** A helper takes its object as it is. */
    static class Halves {
        private int x;
        private int y;
        //@ invariant x == y;

        //@ assignable x; ensures x == v;
        private /*@ helper @*/ void half(int v) {
            x = v;
        }

        void both(int v) {
            half(v);
            y = v;
        }
    }
}
