/** Invariants that others find broken. */
class Protocol {
    static class Base {
        int x;
        void down() {
            x = -1;
        }
        static void downTo(Base b, int v) {
            b.x = v;
        }
    }

    static class Above extends Base {
        //@ invariant x > 0;  // FAILS
        Above() {
            x = 1;
        }
    }

    static class Callback {
        int x;
        //@ invariant x > 0;
        Callback() {
            x = 1;
        }
        void tell(Runnable r) {
            x = -1;
            r.run();  // FAILS
            x = 1;
        }
    }

    /** A method that the constructor calls finds an object without its invariant. */
    static class Early {
        int x;
        int y;
        //@ invariant x > 0;
        Early(boolean b) {
            if (b) {
                half();  // FAILS
            }
            x = 1;
        }
        //@ assignable y;
        void half() {
            y = 100 / x;
        }
    }

    static class Registry {
        static Shown last;
        //@ assignable last;
        static void put(Shown s) {
            last = s;
        }
    }

    static class Shown {
        String name;
        int x;
        //@ invariant x > 0;
        Shown() {
            Registry.put(this);  // FAILS
            name = "shown";
            x = 1;
        }
    }

    static class Lent {
        /*@ spec_public @*/ private int[] a;
        //@ invariant a.length == 3 && a[0] > 0;  // FAILS
        Lent() {
            a = new int[3];
            a[0] = 1;
        }
        void clear() {
            fill(a);
        }
        static void fill(int[] b) {
            if (b.length > 0) {
                b[0] = 0;
            }
        }
    }

    static class Ends {
        /*@ nullable @*/ Ends next;
        //@ invariant next == null || next.next == null;  // FAILS
        Ends() {
        }
        void tie(Ends other) {
            next = other;
        }
    }

    static class Counter {
        static int n = 1;
        //@ static invariant n > 0;  // FAILS
        static void reset() {
            n = -1;
        }
    }

    static class Help {
        int x;
        //@ invariant x > 0;
        Help() {
            x = 1;
        }
        //@ assignable \nothing;
        /*@ helper @*/ void look() {
        }
        void broken() {
            x = -1;
            look();  // FAILS
            x = 1;
        }
    }

    static class NoHelp extends Help {
        //@ also assignable \nothing;
        void look() {
            //@ assert x > 0;
        }
    }

    /** What the constructor makes is new, and that contradicts nothing. */
    static class Fresh {
        int v;
        //@ ensures \fresh(this);
        Fresh() {
            v = 1;
        }
        static void make(boolean b) {
            if (b) {
                Fresh f = new Fresh();
                //@ assert false;  // FAILS
            }
        }
    }
}
