/** Objects that are not yet finished, or not as one would think. */
class Making {
    int[] a;

    Making() {
        Making t = this;
        int n = t.a.length;  // FAILS
        a = new int[1];
    }

    Making(boolean early) {  // FAILS
        if (early) return;
        a = new int[1];
    }

    Making(int k) {
        int n = 0;
        for (int i = 0; i < k; i++) n += a.length;  // FAILS
        a = new int[1];
    }

    static class NoConstructor {  // FAILS
        int[] a;
    }

    static void unset() {
        new NoConstructor();  // FAILS
    }

    static class InOrder {
        {
            x = 5;
        }

        int x = 1;
    }

    static void lastWins() {
        InOrder o = new InOrder();
        //@ assert o.x == 5;  // FAILS
    }

    static class Base {
        int y;

        Base() {
            y = 7;
        }
    }

    static class Derived extends Base {
        int x = y;

        Derived() {
            super();
            //@ assert x == 0;  // FAILS
        }
    }

    record Strange(int x) {
        public int x() {
            return 5;
        }
    }

    static void accessor() {
        Strange s = new Strange(1);
        int y = s.x();
        assert y == 1;  // FAILS
    }

    static class Part {
        int[] b;
        Whole whole;

        Part(Whole w) {
            whole = w;
            b = new int[w.c.length];  // FAILS
        }
    }

    static class Whole {
        Part part;
        int[] c;

        Whole() {
            part = new Part(this);
            c = new int[1];
        }
    }
}
